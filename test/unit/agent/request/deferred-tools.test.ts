import { describe, expect, test } from 'vitest';
import { deferralSetting, isDeferrable, isDeferring } from '#main/agent/request/deferred-tools.ts';
import type { Tool } from '#main/tool/tool.ts';
import { createToolSearchTool } from '#main/tools/tool-search/tool-search-tool.ts';
import { echoTool } from '#test/support/test-tools.ts';

const tool = (changes: Partial<Tool>): Tool => ({ ...echoTool('mcp__a__b'), ...changes });

test.each<[string, Tool, boolean]>([
  ['one of an MCP server', tool({ isMcp: true }), true],
  ['one that requests it', tool({ shouldDefer: true }), true],
  ['a built-in', tool({}), false],
  ['one that is always loaded', tool({ isMcp: true, shouldDefer: true, alwaysLoad: true }), false],
  ['ToolSearch itself', { ...createToolSearchTool(), alwaysLoad: false, shouldDefer: true }, false],
])('%s may be deferred: %s', (_name, which, expected) => {
  expect(isDeferrable(which)).toBe(expected);
});

test.each([
  [undefined, { type: 'past', percent: 10, forced: false }],
  ['', { type: 'past', percent: 10, forced: false }],
  ['maybe', { type: 'past', percent: 10, forced: false }],
  ['auto:', { type: 'past', percent: 10, forced: false }],
  ['auto:-1', { type: 'past', percent: 10, forced: false }],
  ['auto', { type: 'past', percent: 10, forced: true }],
  ['auto:25', { type: 'past', percent: 25, forced: true }],
  [' TRUE ', { type: 'always', forced: true }],
  ['false', { type: 'never' }],
])('ENABLE_TOOL_SEARCH=%s', (text, expected) => {
  expect(deferralSetting(text === undefined ? {} : { ENABLE_TOOL_SEARCH: text })).toEqual(expected);
});

describe('deferring tools', () => {
  // One definition of about 35,000 characters, some 10,000 tokens.
  const large = tool({ isMcp: true, prompt: () => 'x'.repeat(35_000) });
  const of = (count: number): Tool[] => Array.from({ length: count }, (_, index) => ({ ...large, name: `mcp__a__t${index}` }));
  const base = { setting: deferralSetting({}), model: 'claude-haiku-4-5', deferrable: of(3), knowsReferences: true, before: false };

  test.each<[string, Partial<typeof base>, boolean]>([
    ['above a tenth of the context window', {}, true],
    ['not below that', { deferrable: of(1) }, false],
    ['with a larger window only above a tenth of it', { model: 'claude-opus-5-5' }, false],
    ['above the user’s threshold', { setting: deferralSetting({ ENABLE_TOOL_SEARCH: 'auto:20' }) }, false],
    ['always when the user configured it', { setting: deferralSetting({ ENABLE_TOOL_SEARCH: 'true' }), deferrable: of(1) }, true],
    ['never when the user disabled it', { setting: deferralSetting({ ENABLE_TOOL_SEARCH: 'false' }), before: true }, false],
    ['not with an unknown server', { knowsReferences: false, before: true }, false],
    ['unless the user configured it', { knowsReferences: false, setting: deferralSetting({ ENABLE_TOOL_SEARCH: 'auto' }) }, true],
    ['once they were, whatever tools there are now', { before: true, deferrable: [] }, true],
    ['not without deferrable tools', { setting: deferralSetting({ ENABLE_TOOL_SEARCH: 'true' }), deferrable: [] }, false],
  ])('%s', (_name, changes, expected) => {
    expect(isDeferring({ ...base, ...changes })).toBe(expected);
  });
});
