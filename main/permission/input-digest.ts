import { hash } from 'node:crypto';

/** SHA-256 (hex) of a tool's name and input, independent of the order of the input's keys. Binds a decision to the input it was made for. */
export function inputDigest(toolName: string, input: Readonly<Record<string, unknown>>): string {
  return hash('sha256', canonicalJson({ input, toolName }));
}

/** JSON with the keys of every object sorted by code unit. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) => (isPlainObject(child) ? sorted(child) : child));
}

function sorted(object: object): object {
  const keys = Object.keys(object);
  if (keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key)) return object;
  // Defines the keys, so that a key named `__proto__` is an ordinary key.
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
