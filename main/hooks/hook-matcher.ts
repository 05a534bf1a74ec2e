const PLAIN_NAMES = /^[A-Za-z0-9_\- ,|]*$/u;

/**
 * Whether a matcher covers a value or one of its names. Empty or `*` covers everything. A list of names separated by `|` or `,` must
 * contain the value exactly. Anything else is an unanchored regular expression. An invalid expression covers everything: a guard with a
 * typo should run too often rather than never.
 */
export function matcherCovers(matcher: string, on: string | readonly string[] | undefined): boolean {
  if (matcher === '' || matcher === '*') return true;
  // The event has no matchers.
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
