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
