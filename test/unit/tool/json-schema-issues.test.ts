import { describe, expect, it } from 'vitest';
import { jsonSchemaIssues } from '#main/tool/input/json-schema-issues.ts';
import type { JsonObjectSchema } from '#main/tool/json-object-schema.ts';

const text = (schema: JsonObjectSchema, input: Record<string, unknown>): string =>
  jsonSchemaIssues(schema, input)
    .map((issue) => issue.text)
    .join('\n');

describe('a hostile JSON Schema', () => {
  it('with a pattern that backtracks endlessly is abandoned', () => {
    const schema: JsonObjectSchema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(text(schema, { a: 'aaa' })).toBe('');
    expect(text(schema, { a: `${'a'.repeat(50)}!` })).toContain('takes too long');
    // Permanently: nothing is retried.
    expect(text(schema, { a: 'aaa' })).toContain('takes too long');
  });

  it.each<[string, JsonObjectSchema, string]>([
    ['that references itself', { type: 'object', $ref: '#' }, 'refers to itself'],
    [
      'with cyclic references',
      { type: 'object', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      'Maximum call stack',
    ],
    ['that references a URL', { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:9/x.json' } } }, "can't resolve reference"],
    ['that is not a schema', { type: 'object', minProperties: 'x' }, "can't be used"],
  ])('%s accepts nothing and fetches nothing', (_name, schema, says) => {
    expect(text(schema, { a: 1 })).toContain(says);
  });

  it('nested like the input is accepted', () => {
    const schema: JsonObjectSchema = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } };
    expect(text(schema, { next: { next: { name: 'x' } } })).toBe('');
    expect(text(schema, { next: { next: { name: 7 } } })).toContain('string');
  });
});
