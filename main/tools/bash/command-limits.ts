import { readVariable } from '#main/environment.ts';

/** Milliseconds a command may take: what was asked for, bounded; `BASH_DEFAULT_TIMEOUT_MS` and `BASH_MAX_TIMEOUT_MS` move the bounds. */
export function commandTimeout(asked: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const standard = readVariable(env, 'BASH_DEFAULT_TIMEOUT_MS');
  const ceiling = Math.max(readVariable(env, 'BASH_MAX_TIMEOUT_MS'), standard);
  return asked !== undefined && asked > 0 ? Math.min(asked, ceiling) : standard;
}

const MOST_CHARS = 150_000;

/** Characters of output the model reads whole: `BASH_MAX_OUTPUT_LENGTH` where it is a positive whole number, up to a limit. */
export function outputLimit(env: Readonly<Record<string, string | undefined>>): number {
  return Math.min(readVariable(env, 'BASH_MAX_OUTPUT_LENGTH'), MOST_CHARS);
}

/** `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`: set, and to anything but a no. */
export function backgroundAllowed(env: Readonly<Record<string, string | undefined>>): boolean {
  return !readVariable(env, 'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS');
}

/** Whether a command may continue in the background. A `sleep` would only be waited for elsewhere, and git holds locks. */
export function isMovable(command: string): boolean {
  return !/^\s*sleep\b/u.test(command) && !/\bgit\b/u.test(command);
}
