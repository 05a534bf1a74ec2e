/** Deeper output is treated as invalid. */
const MAX_DEPTH = 32;

/**
 * Path at which a replacement differs in type from the original; `undefined` when the same tool could have returned it: every field of
 * the original is there with the same type, and all list entries are like the original's first.
 */
export function shapeMismatch(original: unknown, value: unknown, path = 'its value', depth = 0): string | undefined {
  if (depth > MAX_DEPTH || kindOf(original) !== kindOf(value)) return path;
  if (Array.isArray(original) && Array.isArray(value)) {
    const first: unknown = original[0];
    if (first === undefined) return undefined;
    return value.map((entry, index) => shapeMismatch(first, entry, `${path}[${index}]`, depth + 1)).find((at) => at !== undefined);
  }
  if (!isRecord(original) || !isRecord(value)) return undefined;
  const base = depth === 0 ? '' : `${path}.`;
  return Object.keys(original)
    .filter((key) => original[key] !== undefined)
    .map((key) => (Object.hasOwn(value, key) ? shapeMismatch(original[key], value[key], `${base}${key}`, depth + 1) : `${base}${key}`))
    .find((at) => at !== undefined);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
