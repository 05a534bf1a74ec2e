import { readVariable } from '#main/environment.ts';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { findProgram, startProcess } from '#main/tool/start-process.ts';
import { errorMessage } from '#shared/error-message.ts';

/** VS Code. Other editors have their own format: `["subl", "{path}:{line}"]`, `["idea", "--line", "{line}", "{path}"]`. */
export const DEFAULT_EDITOR: readonly string[] = ['code', '-g', '{path}:{line}:{column}'];

interface EditorPlace {
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
  if (readVariable(env, 'VSCODE_IPC_HOOK_CLI')) return true;
  if (readVariable(env, 'SSH_CONNECTION') || readVariable(env, 'SSH_CLIENT')) return false;
  return platform !== 'linux' || Boolean(readVariable(env, 'DISPLAY') || readVariable(env, 'WAYLAND_DISPLAY'));
}

/** An editor that exits with an error this early didn't open the file. */
const EARLY_MS = 1500;

export interface OpenInEditor {
  /** Absolute, or relative to the project folder. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Real paths of the folders the file may be in; the first is the project. */
  readonly folders: readonly [project: string, ...others: string[]];
  /** Files outside those folders that may be opened too. */
  readonly files?: readonly string[] | undefined;
  readonly template: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the user's editor on a file, without a shell. The program comes from the user's settings, never from the project's.
 * @throws AppError `not_found`, `refused` outside these folders, `unavailable` when the editor can't be started.
 */
export async function openInEditor({ path, line, column, folders, files = [], template, env }: OpenInEditor): Promise<void> {
  const file = await realpath(resolve(folders[0], path)).catch((cause: unknown) => {
    throw new AppError('not_found', `${path} doesn’t exist.`, { cause });
  });
  if (!files.includes(path) && !folders.some((folder) => isInside(file, folder)))
    throw new AppError('refused', `${path} is outside the project.`);
  const [name = '', ...args] = editorCommand(template, { path: file, line, column });
  const program = findProgram(name, env, folders[0]);
  if (program === undefined)
    throw new AppError('unavailable', `There is no program ${name} on your path. Name your editor in the settings (gatehouse.editor).`);
  await start(program, args, env);
}

async function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = startProcess(program, args, { env, cwd: '/', detached: true, stdio: 'ignore', shell: false });
  const early = Promise.withResolvers<void>();
  child.once('error', early.reject);
  child.once('exit', (code) => {
    if (code === 0 || code === null) early.resolve();
    else early.reject(new Error(`it ended with code ${code}`));
  });
  const timer = setTimeout(early.resolve, EARLY_MS);
  child.unref();
  try {
    await early.promise;
  } catch (cause) {
    const why = errorMessage(cause);
    throw new AppError('unavailable', `${program} could not open the file: ${why}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
