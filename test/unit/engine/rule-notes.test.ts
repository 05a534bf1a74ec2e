import { expect, it } from 'vitest';
import { ruleNotes } from '#main/engine/rules/rule-notes.ts';

const severities = (rule: string) => ruleNotes(rule).map(({ severity }) => severity);

it.each(['Bash', 'Bash(*)', 'Bash(node *)', 'Bash(npx:*)', 'Bash(npm *)', 'Bash(nod*)'])('warns that %s is very broad', (rule) =>
  expect(ruleNotes(rule)).toMatchObject([{ severity: 'warning', kind: 'broad' }]),
);

it.each(['Bash(node x.js *)', 'Bash(python -m pytest *)', 'Bash(npx tsc *)', 'Bash(npm run *)', 'Agent'])(
  'says without a warning that %s has no effect in auto mode',
  (rule) => expect(severities(rule)).toEqual(['info']),
);

it.each(['Bash(npm run build *)', 'Bash(git push *)', 'Bash(node x.js)', 'Edit(src/**)'])('says nothing of %s', (rule) =>
  expect(severities(rule)).toEqual([]),
);
