import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { serverAccess } from '#test/support/server-access.ts';

/** The published input fields, by tool. */
const published = z
  .record(z.string(), z.object({ required: z.array(z.string()), optional: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('data/tool-inputs.json', import.meta.url), 'utf8')));
const tools = [...getAllTools({ projectDir: '/project', isReadOnlyCommand: () => false }), ...allServerTools(serverAccess(), 1000)];

/** It takes any field, and drops those that it doesn't know. */
const TAKES_ANY = new Set(['ExitPlanMode']);

describe('the input of', () => {
  it.each(Object.entries(published))('%s has the published fields', (name, { required, optional }) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const { properties = {}, required: needed = [] } = z.toJSONSchema(tool.inputSchema, { io: 'input', unrepresentable: 'any' });
    const accepted = new Set([...Object.keys(properties), ...(tool.ignoredFields ?? [])]);
    const missing = [...required, ...optional].filter((field) => !accepted.has(field) && !TAKES_ANY.has(name));
    expect(missing).toEqual([]);
    // What callers may leave out there, they may leave out here.
    expect(needed.filter((field) => !required.includes(field))).toEqual([]);
  });
});

const fieldSchema = z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() });
const objectSchema = z.looseObject({ properties: z.record(z.string(), fieldSchema).default({}) });
/** The definitions as models get them. */
const sent = z
  .array(z.object({ name: z.string(), properties: z.record(z.string(), fieldSchema) }))
  .parse(JSON.parse(readFileSync(new URL('data/tools-schema.json', import.meta.url), 'utf8')));

describe('the definition of', () => {
  it.each(sent.map(({ name, properties }) => [name, properties] as const))('%s takes every value that models know', (name, properties) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const own = objectSchema.parse(z.toJSONSchema(tool.inputSchema, { io: 'input', unrepresentable: 'any' })).properties;
    const differing = Object.entries(properties).filter(([field, theirs]) => {
      const { type, enum: values } = own[field] ?? {};
      const wanted = typeOf(theirs.type);
      return (
        (wanted !== 'any' && typeOf(type) !== wanted) || (values !== undefined && theirs.enum?.some((value) => !values.includes(value)))
      );
    });
    expect(differing).toEqual([]);
  });
});

/** `array<…>` and choices are written out there; numbers of either kind are turned into what a field takes. */
function typeOf(type = 'any'): string {
  if (type.startsWith('array')) return 'array';
  if (type.startsWith('anyOf(string')) return 'string';
  return type === 'integer' ? 'number' : type;
}
