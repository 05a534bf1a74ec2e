const DEFAULT_MS = 120_000;
const MAX_MS = 600_000;

/** Milliseconds a command may take: what was asked for, bounded; `BASH_DEFAULT_TIMEOUT_MS` and `BASH_MAX_TIMEOUT_MS` move the bounds. */
export function commandTimeout(asked: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const standard = positive(env['BASH_DEFAULT_TIMEOUT_MS']) ?? DEFAULT_MS;
  const ceiling = Math.max(positive(env['BASH_MAX_TIMEOUT_MS']) ?? MAX_MS, standard);
  return asked !== undefined && asked > 0 ? Math.min(asked, ceiling) : standard;
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

const DEFAULT_CHARS = 30_000;
const MOST_CHARS = 150_000;

/** Characters of output the model reads whole: `BASH_MAX_OUTPUT_LENGTH` where it is a positive whole number, up to a limit. */
export function outputLimit(env: Readonly<Record<string, string | undefined>>): number {
  const chars = Number(env['BASH_MAX_OUTPUT_LENGTH']);
  return Number.isSafeInteger(chars) && chars > 0 ? Math.min(chars, MOST_CHARS) : DEFAULT_CHARS;
}

/** `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`: set, and to anything but a no. */
export function backgroundAllowed(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['', '0', 'false', 'no', 'off'].includes(env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS']?.trim().toLowerCase() ?? '');
}

/**
 * Whether a command may go on when its time is up. A sleep would only be waited for elsewhere, and git must not be left at work behind
 * the model's back: it holds locks.
 */
export function mayOutliveTimeout(command: string): boolean {
  return !/^\s*sleep\b/u.test(command) && !/\bgit\b/u.test(command);
}
