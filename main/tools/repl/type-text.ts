import { isRecord } from '#shared/is-record.ts';

/** A JSON Schema as a TypeScript type on one line. What can't be expressed becomes `unknown`. */
export function typeText(schema: unknown, { withDescriptions = true, depth = 0 } = {}): string {
  if (!isRecord(schema) || depth > 6) return 'unknown';
  const inner = (part: unknown): string => typeText(part, { withDescriptions, depth: depth + 1 });
  const { type, properties, items, additionalProperties } = schema;
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return [...new Set(options.map(inner))].join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((one: unknown) => inner({ ...schema, type: one })).join(' | ');
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = inner(items);
      return isRecord(items) && 'type' in items && typeof items['type'] === 'string' && !('enum' in items) ? `${item}[]` : `(${item})[]`;
    }
    case 'object': {
      if (!isRecord(properties)) return `Record<string, ${isRecord(additionalProperties) ? inner(additionalProperties) : 'unknown'}>`;
      const required = Array.isArray(schema['required']) ? schema['required'] : [];
      const fields = Object.entries(properties).map(([name, part]) => {
        const said = withDescriptions && isRecord(part) && typeof part['description'] === 'string' ? ` /* ${part['description']} */` : '';
        return `${/^\w+$/u.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${inner(part)}${said}`;
      });
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    default:
      return 'unknown';
  }
}
