import { afterAll, describe, expect, it } from 'vitest';
import { canonicalToolName, TOOL_NAMES, toolKind, toolRow } from '#shared/tool-table.ts';
import { isKnownTool } from '#main/tool/input/known-tools.ts';
import knownTools from '#main/tool/input/known-tools.json' with { type: 'json' };
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import { serverAccess } from '#test/support/server-access.ts';
import { SessionFixture } from './session-fixture.ts';

const session = new SessionFixture();
afterAll(() => session.dispose());

describe('the table of tools', () => {
  const builtIn = [...session.tools, ...allServerTools(serverAccess(), 1000)];

  it('marks exactly the tools of the catalogue, and those for MCP resources, as built in', () => {
    const marked = TOOL_NAMES.filter((name) => toolRow(name)?.built);
    expect(marked.toSorted()).toEqual(builtIn.map(({ name }) => name).toSorted());
  });

  it.each(Object.keys(knownTools))('has a row for %s, whose input is known', (name) => {
    expect([toolRow(name) !== undefined, isKnownTool(name)]).toEqual([true, true]);
  });

  it.each(TOOL_NAMES)('names %s once, by itself', (name) => {
    expect(TOOL_NAMES.filter((other) => other === name)).toEqual([name]);
    expect(canonicalToolName(name)).toBe(name);
    for (const alias of toolRow(name)?.aliases ?? []) expect([canonicalToolName(alias), toolRow(alias)]).toEqual([name, undefined]);
  });

  it('names the field that holds a path, for each tool that is decided by one', () => {
    const withPath = TOOL_NAMES.filter((name) => ['read', 'edit', 'search'].includes(toolKind(name)));
    for (const tool of builtIn.filter(({ name }) => withPath.includes(name))) {
      expect(Object.keys(tool.inputSchema.shape)).toContain(toolRow(tool.name)?.primaryField);
    }
    expect(withPath.filter((name) => toolRow(name)?.primaryField === undefined)).toEqual([]);
  });

  it('lets tools take their older names from it', () => {
    for (const tool of builtIn) expect(tool.aliases).toEqual(expect.arrayContaining([...(toolRow(tool.name)?.aliases ?? [])]));
  });

  it.each(['mcp__server__tool', 'constructor', '__proto__', 'bash'])('has no row for %s', (name) => {
    expect(toolRow(name)).toBeUndefined();
  });
});
