import { isRecord } from '#shared/is-record.ts';

/** JSON with the keys of every object sorted by code unit, so that equal values have equal texts. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) => (isRecord(child) ? sorted(child) : child));
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(object);
  if (keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key)) return object;
  // Defines the keys, so that a key named `__proto__` is an ordinary key.
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
