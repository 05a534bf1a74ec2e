import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { findProgram } from '#main/tool/start-process.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
}

export interface ServerProgram {
  /** Absolute. */
  readonly file: string;
  /** The file of the project that it runs. Since the agent and the repository can write it, a person then decides about each start. */
  readonly projectFile: string | undefined;
}

/** Finds the program of a command: a name on `PATH` outside of the project, or a path relative to the project. */
export function findServerProgram(
  { command, args = [] }: ServerCommand,
  env: Readonly<Record<string, string | undefined>>,
  projectDir: string,
): ServerProgram | undefined {
  const outside = findProgram(command, env, projectDir);
  // An interpreter runs a file among its arguments.
  if (outside !== undefined) return { file: outside, projectFile: projectFileIn(args, projectDir) };
  if (!/[/\\]/u.test(command)) return undefined;
  const file = path.resolve(projectDir, command);
  try {
    accessSync(file, constants.X_OK);
    const real = realpathSync(file);
    if (!statSync(real).isFile()) return undefined;
    const inProject = [file, real].some((one) => isInside(one, projectDir));
    return { file, projectFile: inProject ? file : projectFileIn(args, projectDir) };
  } catch {
    // It doesn't exist, or we may not execute it.
    return undefined;
  }
}

/** The first file of the project among arguments and the values of options. */
function projectFileIn(args: readonly string[], projectDir: string): string | undefined {
  return args
    .flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)])
    .map((part) => path.resolve(projectDir, part))
    .find((file) => isInside(file, projectDir) && statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
