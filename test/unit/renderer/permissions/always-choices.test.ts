import { expect, it } from 'vitest';
import { alwaysAnswer, alwaysChoices } from '../../../../renderer/permissions/panels/always-choices.ts';

const rules = { type: 'rules', label: 'Tests', texts: ['Bash(npm test)'], destination: 'local' } as const;

it('offers rules, acceptEdits and folders, and nothing an answer can’t contain', () => {
  expect(
    alwaysChoices([
      { type: 'addRules', rules: ['Bash(npm test)'], destination: 'local', label: 'Tests' },
      { type: 'setMode', mode: 'acceptEdits', label: 'Accept edits' },
      { type: 'setMode', mode: 'bypassPermissions', label: 'Everything' },
      { type: 'addDirectories', directories: ['/tmp'], label: '/tmp' },
    ]),
  ).toEqual([
    rules,
    { type: 'directories', label: '/tmp', texts: ['/tmp'], destination: 'session' },
    { type: 'mode', label: 'Accept edits' },
  ]);
});

it('offers a rule before a mode, which allows more than the call', () => {
  const choices = alwaysChoices([
    { type: 'setMode', mode: 'acceptEdits', label: 'Accept edits' },
    { type: 'addRules', rules: ['Bash(rm -rf dist)'], destination: 'local', label: 'rm' },
  ]);
  expect(choices.map(({ type }) => type)).toEqual(['rules', 'mode']);
});

it('answers with the edited rules and their destination', () => {
  expect(alwaysAnswer(rules, [' Bash(npm test:*) ', ' '], 'project')).toEqual({
    type: 'allow_always',
    rules: ['Bash(npm test:*)'],
    destination: 'project',
  });
  expect(alwaysAnswer(rules, ['  '], 'project')).toBeUndefined();
  expect(alwaysAnswer({ type: 'mode', label: 'x' }, [], 'session')).toEqual({ type: 'set_mode', mode: 'acceptEdits' });
});

it('answers with the edited folders', () => {
  const folders = { type: 'directories', label: 'x', texts: ['/a'], destination: 'session' } as const;
  expect(alwaysAnswer(folders, [' /a/b ', ''], 'user')).toEqual({ type: 'add_directories', directories: ['/a/b'], destination: 'user' });
  expect(alwaysAnswer(folders, [''], 'user')).toBeUndefined();
});
