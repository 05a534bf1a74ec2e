/** VS Code. Other editors have their own format: `["subl", "{path}:{line}"]`, `["idea", "--line", "{line}", "{path}"]`. */
export const DEFAULT_EDITOR: readonly string[] = ['code', '-g', '{path}:{line}:{column}'];

export interface EditorPlace {
  /** Real, absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Program and arguments. Substituted values are not expanded again, since a path may contain braces. */
export function editorCommand(template: readonly string[], { path, line, column }: EditorPlace): string[] {
  const values: Readonly<Record<string, string>> = { path, line: String(line), column: String(column) };
  const filled = template.map((part) => part.replace(/\{(path|line|column)\}/gu, (_, name: string) => values[name] ?? ''));
  return template.some((part) => part.includes('{path}')) ? filled : [...filled, path];
}

/**
 * Whether a program started here can show the person a window: not over SSH, nor without a display. In VS Code's own terminal it can, as
 * the file is passed on to that VS Code.
 */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  if (env['VSCODE_IPC_HOOK_CLI']) return true;
  if (env['SSH_CONNECTION'] || env['SSH_CLIENT']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
