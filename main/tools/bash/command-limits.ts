import { readVariable } from '#main/environment.ts';

/** A command's time limit in milliseconds: the requested one, within `BASH_DEFAULT_TIMEOUT_MS` and `BASH_MAX_TIMEOUT_MS`. */
export function commandTimeout(asked: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const standard = readVariable(env, 'BASH_DEFAULT_TIMEOUT_MS');
  const ceiling = Math.max(readVariable(env, 'BASH_MAX_TIMEOUT_MS'), standard);
  return asked !== undefined && asked > 0 ? Math.min(asked, ceiling) : standard;
}

const MOST_CHARS = 150_000;

/** Longer output is shortened for the model: `BASH_MAX_OUTPUT_LENGTH` characters, up to a limit. */
export function outputLimit(env: Readonly<Record<string, string | undefined>>): number {
  return Math.min(readVariable(env, 'BASH_MAX_OUTPUT_LENGTH'), MOST_CHARS);
}

/** Unless `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS` is set to anything but a no. */
export function backgroundAllowed(env: Readonly<Record<string, string | undefined>>): boolean {
  return !readVariable(env, 'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS');
}

/** Whether a command may continue in the background. Not a `sleep`, which is useless there, and not git, which holds locks. */
export function isMovable(command: string): boolean {
  return !/^\s*sleep\b/u.test(command) && !/\bgit\b/u.test(command);
}
