import { expect, test } from 'vitest';
import { isSimpleMode, presetTools, SIMPLE_TOOLS } from '#main/tool/registry.ts';
import { echoTool } from '#test/support/test-tools.ts';

const tools = ['Agent', 'Bash', 'Edit', 'Glob', 'Read'].map((name) => ({ ...echoTool(name), aliases: name === 'Agent' ? ['Task'] : [] }));

test.each<[string, readonly string[] | undefined, string[]]>([
  ['all without a list', undefined, ['Agent', 'Bash', 'Edit', 'Glob', 'Read']],
  ['those named, in their own order', ['Read', 'Bash', 'Read'], ['Bash', 'Read']],
  ['one by its alias', ['Task'], ['Agent']],
  ['none', [], []],
  ['none for unknown names', ['bash', ''], []],
  ['those of simple mode', SIMPLE_TOOLS, ['Bash', 'Edit', 'Read']],
])('%s', (_name, names, left) => {
  expect(presetTools(tools, names).map(({ name }) => name)).toEqual(left);
});

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['False', false],
  ['', false],
  [undefined, false],
])('CLAUDE_CODE_SIMPLE=%s', (value, simple) => {
  expect(isSimpleMode(value === undefined ? {} : { CLAUDE_CODE_SIMPLE: value })).toBe(simple);
});
