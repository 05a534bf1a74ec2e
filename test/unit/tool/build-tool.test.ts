import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const bare = {
  name: 'Bare',
  inputSchema: z.strictObject({ path: z.string() }),
  maxResultSizeChars: 1000,
  prompt: () => 'Does something.',
  call: () => Promise.resolve({ data: 'done' }),
  mapToolResultToToolResultBlockParam: (content: string, id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content }),
  present: () => ({ kind: 'other' as const, title: 'Bare', summary: '' }),
} as const;
const input = { path: 'a' };

describe('a tool whose author says only the least', () => {
  const tool = buildTool(bare);
  // Known to the compiler as that one name, not any.
  const name: 'Bare' = tool.name;

  it('is offered, and taken for one that changes things and can’t run beside others', () => {
    expect(tool.isEnabled()).toBe(true);
    expect([tool.isReadOnly(input), tool.isConcurrencySafe(input), tool.isDestructive(input)]).toEqual([false, false, false]);
    expect([tool.isSearchOrReadCommand(input), tool.requiresUserInteraction()]).toEqual([false, false]);
  });

  it('objects to nothing and allows nothing: the engine decides', async () => {
    const context = testToolContext({ projectDir: '/p', homeDir: '/h', stateDir: '/s' });
    expect(await tool.checkPermissions(input, context)).toEqual({ behavior: 'passthrough' });
    expect(tool.backfillObservableInput(input, context)).toBe(input);
  });

  it('tells the automatic classifier nothing, so that it never lets it pass', () => {
    expect(tool.toAutoClassifierInput(input)).toBe('');
  });

  it('goes by its name, is always told in full and comes from nowhere else', () => {
    expect([name, tool.userFacingName(input), tool.description(input)]).toEqual(['Bare', 'Bare', 'Bare']);
    expect([tool.aliases, tool.strict, tool.shouldDefer, tool.alwaysLoad, tool.isMcp, tool.isLsp]).toEqual([
      [],
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('may finish when the person doesn’t want to wait, unless it only reads', () => {
    expect(tool.interruptBehavior(input)).toBe('block');
    expect(buildTool({ ...bare, isReadOnly: ({ path }) => path === 'a' }).interruptBehavior(input)).toBe('cancel');
    expect(buildTool({ ...bare, isReadOnly: ({ path }) => path === 'a' }).interruptBehavior({ path: 'b' })).toBe('block');
  });
});
