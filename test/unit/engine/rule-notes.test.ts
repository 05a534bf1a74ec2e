import { expect, it } from 'vitest';
import { ruleNotes } from '#main/engine/rules/rule-notes.ts';

const BROAD = 'Very broad: almost anything may run';
const IN_AUTO = 'Ignored in auto mode, where the classifier decides.';

const severities = (rule: string) => ruleNotes(rule).map(({ severity }) => severity);

it.each(['Bash', 'Bash(*)', 'Bash(node *)', 'Bash(npx:*)', 'Bash(npm *)', 'Bash(nod*)'])('warns that %s is very broad', (rule) =>
  expect(ruleNotes(rule)).toMatchObject([{ severity: 'warning', kind: 'broad' }]),
);

it.each(['Bash(node x.js *)', 'Bash(python -m pytest *)', 'Bash(npx tsc *)', 'Bash(npm run *)', 'Agent'])(
  'says without a warning that %s has no effect in auto mode, in a session of that mode only',
  (rule) => {
    expect(ruleNotes(rule, 'auto')).toEqual([{ severity: 'info', message: IN_AUTO }]);
    expect(ruleNotes(rule, 'default')).toEqual([]);
    expect(ruleNotes(rule)).toEqual([]);
  },
);

it.each([
  ['Bash(*)', undefined, `${BROAD}, also what can’t be undone. In auto mode it is ignored, since the classifier decides.`],
  ['Bash', 'default', `${BROAD}, also what can’t be undone.`],
  ['Bash(npm *)', 'default', `${BROAD}.`],
  ['Bash(npm *)', 'auto', `${BROAD}. ${IN_AUTO}`],
] as const)('says what a broad rule lets run: %s, in mode %s', (rule, mode, message) =>
  expect(ruleNotes(rule, mode).map((note) => note.message)).toEqual([message]),
);

const FINAL = 'Forms that can’t be undone still ask.';

it.each([
  'git checkout',
  'git stash',
  'git branch',
  'git tag',
  'git push',
  'git reset',
  'git restore',
  'docker compose',
  'docker volume',
  'gh pr',
  'redis-cli',
  'rm',
])('says that forms of %s that can’t be undone still ask', (start) =>
  expect(ruleNotes(`Bash(${start} *)`, 'default').map(({ message }) => message)).toContain(FINAL),
);

it.each([
  'Bash(git checkout)',
  'Bash(git commit *)',
  'Bash(git add *)',
  'Bash(git log *)',
  'Bash(docker compose up *)',
  'Bash(npm test *)',
])('doesn’t say it of %s', (rule) => expect(ruleNotes(rule, 'default').map(({ message }) => message)).not.toContain(FINAL));

it.each(['Bash(npm run build *)', 'Bash(git commit *)', 'Bash(node x.js)', 'Edit(src/**)'])('says nothing of %s', (rule) =>
  expect(severities(rule)).toEqual([]),
);
