/** VS Code; others take their own: `["subl", "{path}:{line}"]`, `["idea", "--line", "{line}", "{path}"]`. */
export const DEFAULT_EDITOR: readonly string[] = ['code', '-g', '{path}:{line}:{column}'];

export interface EditorPlace {
  /** Real, absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Program and arguments. What stands in for a placeholder is never read again: a path may hold braces. */
export function editorCommand(template: readonly string[], { path, line, column }: EditorPlace): string[] {
  const values: Readonly<Record<string, string>> = { path, line: String(line), column: String(column) };
  const filled = template.map((part) => part.replace(/\{(path|line|column)\}/gu, (_, name: string) => values[name] ?? ''));
  return template.some((part) => part.includes('{path}')) ? filled : [...filled, path];
}

/**
 * Whether a program started here shows its window to the person: not over SSH, nor without a display. VS Code's own terminal hands the
 * file to the editor it belongs to, wherever that is.
 */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  if (env['VSCODE_IPC_HOOK_CLI']) return true;
  if (env['SSH_CONNECTION'] || env['SSH_CLIENT']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
