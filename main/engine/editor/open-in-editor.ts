import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { editorCommand } from './editor-command.ts';
import { findProgram, startProcess } from '#main/tool/start-process.ts';

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
    throw new AppError('not_found', `${path} is not there.`, { cause });
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
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `${program} could not open the file: ${why}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
