const PLAIN_NAMES = /^[A-Za-z0-9_\- ,|]*$/u;

/**
 * Whether a group's matcher covers a value: nothing or `*` covers all; names alone, parted by `|` or `,`, must be equal to it;
 * anything else is a regular expression that may match anywhere in it. One that isn't valid covers everything: a guard
 * with a slip in it had better run too often than never.
 */
export function matcherCovers(matcher: string, value: string | undefined): boolean {
  if (matcher === '' || matcher === '*') return true;
  // The event has nothing to match on.
  if (value === undefined) return true;
  if (PLAIN_NAMES.test(matcher)) {
    return matcher
      .split(/[|,]/u)
      .map((name) => name.trim())
      .includes(value);
  }
  try {
    return new RegExp(matcher).test(value);
  } catch {
    return true;
  }
}
