import { isRecord } from '#shared/is-record.ts';

/**
 * Where a value differs from a shape of `data/tool-outputs.json`, and how; `undefined` if it fits. A shape is the name of a type, or several
 * with `|`; a list with the shape of its entries; an object of fields, where `name?` may be absent and `*` is any other name; or `{"|": […]}`
 * for one of several shapes.
 */
export function shapeMismatch(shape: unknown, value: unknown, path = 'output'): string | undefined {
  if (typeof shape === 'string') return shape.split(' | ').some((type) => isOfType(type, value)) ? undefined : `${path} is no ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path} is no list`;
    return value.map((entry, index) => shapeMismatch(shape[0], entry, `${path}[${String(index)}]`)).find((found) => found !== undefined);
  }
  if (!isRecord(shape)) throw new Error(`a shape can't be ${typeof shape}`);
  const { '|': parts } = shape;
  if (Array.isArray(parts)) {
    const found = parts.map((part) => shapeMismatch(part, value, path));
    return found.includes(undefined) ? undefined : found.join(', or ');
  }
  return isRecord(value) ? fieldMismatch(shape, value, path) : `${path} is no object`;
}

function fieldMismatch(
  { '*': others, ...fields }: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const known = new Map(Object.entries(fields).map(([name, shape]) => [name.replace(/\?$/u, ''), shape]));
  const missing = Object.keys(fields).filter((name) => !name.endsWith('?') && !Object.hasOwn(value, name));
  if (missing.length > 0) return `${path} has no ${missing.join(', ')}`;
  return Object.entries(value)
    .map(([name, entry]) => {
      const shape = known.get(name) ?? others;
      return shape === undefined ? `${path} has the unknown field ${name}` : shapeMismatch(shape, entry, `${path}.${name}`);
    })
    .find((found) => found !== undefined);
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'unknown':
      return true;
    case 'null':
      return value === null;
    case 'true':
      return value === true;
    case 'false':
      return value === false;
    default:
      return `'${String(value)}'` === type;
  }
}
