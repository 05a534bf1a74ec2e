import { expect, it } from 'vitest';
import { alwaysAnswer, alwaysChoices, indexOfRules, sessionAnswer } from '../../../../renderer/permissions/panels/always-choices.ts';
import { commandsAnswer, commonRule } from '../../../../renderer/permissions/queue/likeness.ts';

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

const offering = (...rules: readonly string[]) => ({
  suggestions: rules.map((text) => ({ type: 'addRules' as const, rules: [text], destination: 'local' as const, label: text })),
});
const install = (name: string) => offering(`Bash(pip install ${name})`, 'Bash(pip install *)');

it('saves what each of several commands would save by itself, never the rule they share', () => {
  const [a, b] = [install('a'), install('b')];
  expect(sessionAnswer(alwaysChoices(a.suggestions))?.rules).toEqual(['Bash(pip install a)']);
  expect(commonRule(a)).toBe(commonRule(b));
  expect(commandsAnswer([a, a])?.rules).toEqual(['Bash(pip install a)']);
  expect(commandsAnswer([a, b])).toEqual({
    type: 'allow_always',
    rules: ['Bash(pip install a)', 'Bash(pip install b)'],
    destination: 'session',
  });
  const script = (name: string) => offering(`Bash(npm run ${name} *)`, 'Bash(npm run *)');
  expect(commandsAnswer(['clean', 'deploy'].map(script))?.rules).toEqual(['Bash(npm run clean *)', 'Bash(npm run deploy *)']);
});

it('saves nothing for several commands where one has no rule', () => {
  expect(commandsAnswer([install('a'), offering()])).toBeUndefined();
  expect(commandsAnswer([offering(), install('a')])).toBeUndefined();
  expect(commandsAnswer([])).toBeUndefined();
});

it('chooses the rules that were learned, otherwise the first', () => {
  const choices = alwaysChoices(install('a').suggestions);
  expect(indexOfRules(choices, ['Bash(pip install *)'])).toBe(1);
  expect(indexOfRules(choices, ['Bash(other)'])).toBe(0);
  expect(indexOfRules(choices, undefined)).toBe(0);
});
