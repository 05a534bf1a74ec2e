import { expect, it } from 'vitest';
import { alwaysChoices } from '../../../../renderer/permissions/panels/always-choices.ts';
import { withExact } from '../../../../renderer/permissions/panels/with-exact.ts';

const rules = (text: string) => ({ type: 'addRules' as const, rules: [text], destination: 'local' as const, label: text });
const mode = { type: 'setMode' as const, mode: 'acceptEdits' as const, label: 'edits' };
const folder = { type: 'addDirectories' as const, directories: ['/x'], label: 'x' };

it('offers the exact command after the wider rules, so that the first choice stays', () => {
  const choices = alwaysChoices([mode, rules('Bash(npm test *)'), folder]);
  expect(withExact(choices, { exactRule: rules('Bash(npm test)') }).map(({ label }) => label)).toEqual([
    'Bash(npm test *)',
    'Bash(npm test)',
    'x',
    'edits',
  ]);
  expect(withExact(choices, {})).toBe(choices);
});
