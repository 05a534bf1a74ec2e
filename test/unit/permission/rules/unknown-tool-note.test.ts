import { expect, it } from 'vitest';
import { unknownToolNote } from '#shared/permission/grammar.ts';

it.each([
  ['Ba', 'No tool called Ba.'],
  ['Edti', 'No tool called Edti. Did you mean Edit?'],
  ['Edit', undefined],
  ['Task', undefined],
  ['mcp__sea__tides', undefined],
  ['mcp__*', undefined],
  ['Bash(ls)', undefined],
  ['', undefined],
])('says of %s what no tool is called', (rule, note) => {
  expect(unknownToolNote(rule)).toBe(note);
});
