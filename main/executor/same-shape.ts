/** Output nests no deeper than this, or it is no tool's. */
const MAX_DEPTH = 32;

/**
 * Where a value differs in kind from the one it is to replace, as a path; `undefined` when it could have come from the same tool:
 * every field the other has, of the same type, and lists of whatever length whose entries are like the other's first.
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
