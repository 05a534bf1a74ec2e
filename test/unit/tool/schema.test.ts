import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { parseToolInput, toApiTool } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { JsonObjectSchema } from '#main/tool/json-object-schema.ts';

const base = {
  outputSchema: z.string(),
  maxResultSizeChars: 1000,
  prompt: () => 'Does it.',
  call: () => Promise.resolve({ data: '' }),
  mapToolResultToToolResultBlockParam: (_: string, id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content: '' }),
  present: () => ({ kind: 'other' as const, title: 'T', summary: '' }),
};

const zodSchema = z.strictObject({
  path: z.string(),
  limit: z.number().int().positive().optional(),
  all: z.boolean().optional(),
  mode: z.enum(['a', 'b']).optional(),
  items: z.array(z.strictObject({ id: z.string() })).optional(),
  _preview: z.string().optional(),
});
const jsonSchema: JsonObjectSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    path: { type: 'string' },
    limit: { type: 'integer', exclusiveMinimum: 0 },
    all: { type: 'boolean' },
    mode: { enum: ['a', 'b'] },
    items: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
    },
  },
  required: ['path'],
  additionalProperties: false,
};

const zodTool: Tool = buildTool<typeof zodSchema, string, string>({ ...base, name: 'T', inputSchema: zodSchema });
const jsonTool = (schema: JsonObjectSchema = jsonSchema): Tool =>
  buildTool<z.ZodObject, string, string>({ ...base, name: 'T', inputSchema: z.looseObject({}), inputJSONSchema: schema });

describe.each([
  ['a zod schema', zodTool],
  ['a JSON Schema', jsonTool()],
])('input of a tool with %s', (_kind, tool) => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ path: 'a' }, { path: 'a' }],
    [
      { path: 'a', limit: 3, all: true },
      { path: 'a', limit: 3, all: true },
    ],
    [
      { path: 'a', limit: '30' },
      { path: 'a', limit: 30 },
    ],
    [
      { path: 'a', all: 'false' },
      { path: 'a', all: false },
    ],
    [{ path: '12' }, { path: '12' }],
  ])('%j is accepted', (input, parsed) => {
    expect(parseToolInput(tool, input)).toEqual({ ok: true, input: parsed });
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'The required parameter `path` is missing'],
    [{ path: 7 }, 'The parameter `path` type is expected as `string` but provided as `number`'],
    [{ path: null }, 'The parameter `path` type is expected as `string` but provided as `null`'],
    [{ path: ['a'] }, 'The parameter `path` type is expected as `string` but provided as `array`'],
    [{ path: 'a', all: 'yes' }, 'The parameter `all` type is expected as `boolean` but provided as `string`'],
    [{ path: 'a', x: 1 }, 'An unexpected parameter `x` was provided'],
    [{ path: 'a', items: [{ id: '1' }, {}] }, 'The required parameter `items[1].id` is missing'],
    [{ path: 'a', items: [{ id: '1', y: 2 }] }, 'An unexpected parameter `items[0].y` was provided'],
  ])('%j is rejected', (input, message) => {
    expect(parseToolInput(tool, input)).toEqual({
      ok: false,
      message: `InputValidationError: T failed due to the following issue:\n${message}`,
    });
  });

  it.each<Record<string, unknown>>([
    { path: 'a', limit: -1 },
    { path: 'a', limit: '0x10' },
    { path: 'a', limit: '' },
    { path: 'a', limit: 'Infinity' },
    { path: 'a', mode: 'c' },
  ])('%j is rejected too', (input) => {
    const result = parseToolInput(tool, input);
    expect(result.ok ? '' : result.message).toMatch(/The parameter `(limit|mode)`/);
  });

  it('doesn’t modify the model’s input', () => {
    const input = Object.freeze({ path: 'a', limit: '3' });
    parseToolInput(tool, input);
    expect(input).toEqual({ path: 'a', limit: '3' });
  });
});

describe('a zod tool', () => {
  it('reports all mistakes at once', () => {
    const result = parseToolInput(zodTool, { path: 1, x: 2 });
    expect(result.ok ? '' : result.message.split('\n')).toHaveLength(3);
  });

  it('never accepts internal fields from the model, nor mentions them', () => {
    expect(parseToolInput(zodTool, { path: 'a', _preview: 'forged', _more: 1 })).toEqual({ ok: true, input: { path: 'a' } });
    expect(JSON.stringify(toApiTool(zodTool))).not.toContain('_preview');
  });

  it('drops fields that have no effect here, and doesn’t offer them', () => {
    const tool: Tool = { ...zodTool, ignoredFields: ['effort', '__proto__'] };
    expect(parseToolInput(tool, { path: 'a', effort: { any: 'value' } })).toEqual({ ok: true, input: { path: 'a' } });
    expect(parseToolInput(zodTool, { path: 'a', effort: 'high' }).ok).toBe(false);
    expect(JSON.stringify(toApiTool(tool))).not.toContain('effort');
  });

  it('is sent to the model as JSON Schema, byte-identical each time', () => {
    const definition = toApiTool(zodTool);
    expect(definition).toMatchObject({
      name: 'T',
      description: 'Does it.',
      input_schema: { type: 'object', required: ['path'], additionalProperties: false },
    });
    expect(Object.keys(definition.input_schema)[0]).toBe('type');
    expect(definition.input_schema).not.toHaveProperty('$schema');
    expect(JSON.stringify(toApiTool(zodTool))).toBe(JSON.stringify(definition));
  });

  it('whose validation throws rejects everything', () => {
    const inputSchema = z.strictObject({ path: z.string() }).refine(() => {
      throw new Error('broken');
    });
    const tool: Tool = buildTool<typeof inputSchema, string, string>({ ...base, name: 'T', inputSchema });
    expect(parseToolInput(tool, { path: 'a' })).toMatchObject({ ok: false, message: expect.stringContaining('broken') });
  });
});

describe('a JSON Schema tool', () => {
  it('is sent to the model unchanged', () => {
    expect(toApiTool(jsonTool()).input_schema).toBe(jsonSchema);
  });

  it('may have its own fields that start with an underscore', () => {
    expect(parseToolInput(jsonTool({ type: 'object' }), { _x: 1 })).toEqual({ ok: true, input: { _x: 1 } });
  });

  it.each<[string, JsonObjectSchema]>([
    ['a reference to nowhere', { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } }],
    ['nonsense', { type: 'object', properties: { a: { type: 'no-such-type' } } }],
    ['an asynchronous schema', { type: 'object', $async: true }],
  ])('with %s rejects every input', (_name, schema) => {
    expect(parseToolInput(jsonTool(schema), { a: 1 })).toMatchObject({
      ok: false,
      message: expect.stringContaining("own schema can't be used"),
    });
  });

  it('of the current dialect is supported', () => {
    const tool = jsonTool({
      type: 'object',
      properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } },
    });
    expect(parseToolInput(tool, { pair: ['a', 1] }).ok).toBe(true);
    expect(parseToolInput(tool, { pair: [1, 'a'] }).ok).toBe(false);
  });

  it('can share an ID with another', () => {
    const schema = (type: string): JsonObjectSchema => ({ $id: 'same', type: 'object', properties: { a: { type } } });
    expect(parseToolInput(jsonTool(schema('string')), { a: 'x' }).ok).toBe(true);
    expect(parseToolInput(jsonTool(schema('number')), { a: 'x' }).ok).toBe(false);
  });
});
