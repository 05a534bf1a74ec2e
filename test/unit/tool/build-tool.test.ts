import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const bare = {
  name: 'Bare',
  inputSchema: z.strictObject({ path: z.string() }),
  outputSchema: z.string(),
  maxResultSizeChars: 1000,
  prompt: () => 'Does something.',
  call: () => Promise.resolve({ data: 'done' }),
  mapToolResultToToolResultBlockParam: (content: string, id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content }),
  present: () => ({ kind: 'other' as const, title: 'Bare', summary: '' }),
} as const;
const input = { path: 'a' };

describe('a tool with only the required fields', () => {
  const tool = buildTool(bare);
  // The compiler knows it as this literal name.
  const name: 'Bare' = tool.name;

  it('is offered, and treated as writing and not safe to run in parallel', () => {
    expect(tool.isEnabled()).toBe(true);
    expect([tool.isReadOnly(input), tool.isConcurrencySafe(input), tool.isDestructive(input)]).toEqual([false, false, false]);
    expect(tool.requiresUserInteraction()).toBe(false);
  });

  it('neither denies nor allows: the engine decides', async () => {
    const context = testToolContext({ projectDir: '/p', homeDir: '/h', stateDir: '/s' });
    expect(await tool.checkPermissions(input, context)).toEqual({ behavior: 'passthrough' });
    expect(tool.backfillObservableInput(input, context)).toBe(input);
  });

  it('gives the classifier no text, so that it never approves it', () => {
    expect(tool.toAutoClassifierInput(input)).toBe('');
  });

  it('is shown by its name, never deferred, and built in', () => {
    expect([name, tool.userFacingName(input)]).toEqual(['Bare', 'Bare']);
    expect([tool.aliases, tool.strict, tool.shouldDefer, tool.alwaysLoad, tool.isMcp]).toEqual([[], false, false, false, false]);
  });

  it('finishes on an interrupt, unless it only reads', () => {
    expect(tool.interruptBehavior(input)).toBe('block');
    expect(buildTool({ ...bare, isReadOnly: ({ path }) => path === 'a' }).interruptBehavior(input)).toBe('cancel');
    expect(buildTool({ ...bare, isReadOnly: ({ path }) => path === 'a' }).interruptBehavior({ path: 'b' })).toBe('block');
  });
});
