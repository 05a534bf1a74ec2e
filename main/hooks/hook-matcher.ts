const PLAIN_NAMES = /^[A-Za-z0-9_\- ,|]*$/u;

/**
 * Whether a group's matcher covers a value, or one of the names that something goes by: nothing or `*` covers all; names alone, parted by `|` or `,`, must be equal to it;
 * anything else is a regular expression that may match anywhere in it. One that isn't valid covers everything: a guard
 * with a slip in it had better run too often than never.
 */
export function matcherCovers(matcher: string, on: string | readonly string[] | undefined): boolean {
  if (matcher === '' || matcher === '*') return true;
  // The event has nothing to match on.
  if (on === undefined) return true;
  const values = typeof on === 'string' ? [on] : on;
  if (PLAIN_NAMES.test(matcher)) {
    const names = matcher.split(/[|,]/u).map((name) => name.trim());
    return values.some((value) => names.includes(value));
  }
  try {
    const pattern = new RegExp(matcher);
    return values.some((value) => pattern.test(value));
  } catch {
    return true;
  }
}
