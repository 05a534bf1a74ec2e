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
