import { describe, expect, it } from 'vitest';
import { assembleToolPool, cacheBreakpoint, findTool, getTools } from '#main/tool/registry.ts';
import { toApiTool } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import { echoTool } from '#test/support/test-tools.ts';

const tool = (name: string, changes: Partial<Tool> = {}): Tool => ({ ...echoTool(name), ...changes });
const mcp = (name: string): Tool => tool(name, { isMcp: true });
const open = { isHidden: () => false };
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

describe('getTools', () => {
  it.each<[string, Partial<Tool>, string[]]>([
    ['omits disabled tools', { isEnabled: () => false }, []],
    [
      'omits tools whose check throws',
      {
        isEnabled: () => {
          throw new Error('?');
        },
      },
      [],
    ],
    ['keeps the rest', {}, ['Read']],
  ])('%s', (_name, changes, left) => {
    expect(names(getTools([tool('Read', changes)], open))).toEqual(left);
  });

  it('hides tools that a deny rule blocks, by name or alias', () => {
    const tools = [tool('Agent', { aliases: ['Task'] }), tool('Read')];
    for (const denied of ['Agent', 'Task']) expect(names(getTools(tools, { isHidden: (name) => name === denied }))).toEqual(['Read']);
  });
});

describe('assembleToolPool', () => {
  it('sorts built-ins, then MCP tools, by code point', () => {
    const pool = assembleToolPool([tool('Read'), tool('Bash'), tool('agent')], [mcp('mcp__z__a'), mcp('mcp__a__b'), mcp('Apart')], open);
    expect(names(pool)).toEqual(['Bash', 'Read', 'agent', 'Apart', 'mcp__a__b', 'mcp__z__a']);
    expect(cacheBreakpoint(pool)).toBe(2);
  });

  it('contains each name once, preferring built-ins', () => {
    const first = tool('Read');
    const pool = assembleToolPool([first, tool('Read')], [mcp('Read'), mcp('mcp__a__b'), mcp('mcp__a__b')], open);
    expect(names(pool)).toEqual(['Read', 'mcp__a__b']);
    expect(pool[0]).toBe(first);
  });

  it('sends identical bytes for built-ins whatever MCP tools come and go', () => {
    const builtIns = ['Write', 'Bash', 'Read'].map((name) => tool(name));
    const sent = (...others: Tool[]) => JSON.stringify(assembleToolPool(builtIns, others, open).map(toApiTool)).slice(0, -1);
    expect(sent(mcp('mcp__a__b')).startsWith(sent())).toBe(true);
    expect(sent(mcp('Aaa'), mcp('mcp__z')).startsWith(sent())).toBe(true);
  });

  it('has no breakpoint without built-ins', () => {
    expect(cacheBreakpoint([mcp('mcp__a__b')])).toBe(-1);
  });
});

describe('findTool', () => {
  const pool = [tool('Agent', { aliases: ['Task'] }), tool('Bash')];
  it.each([
    ['Agent', 'Agent'],
    ['Task', 'Agent'],
    ['Bash', 'Bash'],
    ['bash', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%j is %s', (name, found) => {
    expect(findTool(pool, name)?.name).toBe(found);
  });

  it('prefers a name to an alias', () => {
    const named = tool('Task');
    expect(findTool([...pool, named], 'Task')).toBe(named);
  });
});
