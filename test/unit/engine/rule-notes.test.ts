import { expect, it } from 'vitest';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { ruleNotes } from '#main/engine/rules/rule-notes.ts';

const BROAD = 'Very broad: almost anything may run';
const IN_AUTO = 'Ignored in auto mode, where the classifier decides.';

const WITHOUT_STAR = 'Only a rule for exactly one command, without a *, can allow it.';

const severities = (rule: string) => ruleNotes(rule).map(({ severity }) => severity);

it.each(['Bash', 'Bash(*)', 'Bash(node *)', 'Bash(npm *)', 'Bash(nod*)'])('warns that %s is very broad', (rule) =>
  expect(ruleNotes(rule)[0]).toMatchObject({ severity: 'warning', kind: 'broad' }),
);

it.each(['Bash(node x.js *)', 'Bash(python -m pytest *)', 'Bash(npx tsc *)', 'Bash(npm run *)', 'Agent'])(
  'says without a warning that %s has no effect in auto mode, in a session of that mode only',
  (rule) => {
    const messages = (mode?: PermissionMode) => ruleNotes(rule, mode).map(({ message }) => message);
    const rest = messages('default');
    expect(messages('auto')).toEqual([...rest, IN_AUTO]);
    expect(messages()).toEqual(rest);
    expect(rest).not.toContain(IN_AUTO);
  },
);

it.each([
  ['Bash(*)', undefined, `${BROAD}, including what can’t be undone. In auto mode it is ignored, since the classifier decides.`],
  ['Bash', 'default', `${BROAD}, including what can’t be undone.`],
  ['Bash(npm *)', 'default', `${BROAD}.`],
  ['Bash(npm *)', 'auto', `${BROAD}. ${IN_AUTO}`],
  ['Bash(node *)', 'default', 'Very broad: any script may run. Code in the command itself still asks.'],
  ['Bash(python3 *)', 'default', 'Very broad: any script may run. Code in the command itself still asks.'],
  ['Bash(node --test *)', 'default', 'Very broad: any script may run. Code in the command itself still asks.'],
  ['Bash(node ../*)', 'default', 'Very broad: any script may run. Code in the command itself still asks.'],
  ['Bash(node scripts/*)', undefined, 'Any script in scripts/ may run; Gatehouse doesn’t read what it does.'],
  ['Bash(npx tsc -p packages/*)', undefined, undefined],
  ['Bash(npx eslint "src/**/*.ts")', undefined, undefined],
  ['Bash(npx -y *)', 'default', `${BROAD}.`],
  [
    'Bash(NODE_ENV=* npm test)',
    undefined,
    'Has no effect: rules apply to the command behind the variables. Write one for it, such as Bash(npm test).',
  ],
  [
    'Bash(TZ=UTC npm test *)',
    undefined,
    'Has no effect: rules apply to the command behind the variables. Write one for it, such as Bash(npm test *).',
  ],
  ['Bash(CI=* npx *)', undefined, `Has no effect: each such command asks, since it sets variables for the command. ${WITHOUT_STAR}`],
  ['Bash(NODE_ENV=test *)', undefined, 'Has no effect: rules apply to the command behind the variables.'],
  ['Bash(CI=1 npm test)', undefined, undefined],
  ['Bash(npm install *)', undefined, 'Some commands still ask, such as npm install https://….'],
  ['Bash(sed -i "s/a/b/" src/*.js)', undefined, `Has no effect: each such command asks, since it changes files in place. ${WITHOUT_STAR}`],
  ['Bash(rm -rf dist/*)', undefined, `Has no effect: each such command asks, since it can’t be undone. ${WITHOUT_STAR}`],
  ['Bash(for f in src/*.js; do node $f; done)', undefined, 'Has no effect: rules are for the commands within it, each by itself.'],
] as const)('says what a rule lets run: %s, in mode %s', (rule, mode, message) => expect(ruleNotes(rule, mode)[0]?.message).toBe(message));

const FINAL = 'Commands that can’t be undone still ask.';

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
  'npm run',
  'yarn run',
  'find',
  'find * -delete',
  'npm',
  'gh api',
  'npx prisma',
  'psql shop',
  'mysql shop',
  'ssh',
  'ssh web',
  'docker exec',
  'docker exec web',
  'poetry run',
  'git -C',
  'git -C sub',
  'git -C sub checkout',
])('says that forms of %s that can’t be undone still ask', (start) =>
  expect(ruleNotes(start.includes('*') ? `Bash(${start})` : `Bash(${start} *)`, 'default').map(({ message }) => message)).toContain(FINAL),
);

it.each([
  'Bash(git checkout)',
  'Bash(npm run build *)',
  'Bash(find * -name x)',
  'Bash(git add * -v)',
  'Bash(git commit *)',
  'Bash(git add *)',
  'Bash(git log *)',
  'Bash(docker compose up *)',
  'Bash(npm test *)',
  'Bash(ssh web npm test *)',
  'Bash(gh pr view *)',
  'Bash(npx tsc *)',
  'Bash(npx playwright test *)',
  'Bash(poetry run pytest *)',
])('doesn’t say it of %s', (rule) => expect(ruleNotes(rule, 'default').map(({ message }) => message)).not.toContain(FINAL));

it.each(['Bash(npm run build *)', 'Bash(git commit *)', 'Bash(node x.js)', 'Edit(src/**)'])('says nothing of %s', (rule) =>
  expect(severities(rule)).toEqual([]),
);

it.each(['rebase -i', 'bisect run'])('says that a form which runs other code still asks: git %s', (form) =>
  expect(ruleNotes(`Bash(git ${form.split(' ')[0] ?? ''} *)`, 'default')).toEqual([
    { severity: 'info', message: `Some commands still ask, such as git ${form}.` },
  ]),
);

it.each([
  ['make', 'Gatehouse doesn’t read what its targets do.'],
  ['make clean', 'Gatehouse doesn’t read what its targets do.'],
  ['just', 'Gatehouse doesn’t read what its tasks do.'],
  ['./gradlew', 'Gatehouse doesn’t read what its tasks do.'],
  ['mvn', 'Gatehouse doesn’t read what its tasks do.'],
  ['rake', 'Gatehouse doesn’t read what its tasks do.'],
  ['./scripts/x.sh', 'Gatehouse doesn’t read what the script does.'],
  ['bin/deploy', 'Gatehouse doesn’t read what the script does.'],
  ['scripts/x.sh', 'Gatehouse doesn’t read what the script does.'],
])('doesn’t say of %s that a form asks which is written in a file', (start, message) =>
  expect(ruleNotes(`Bash(${start} *)`, 'default')).toEqual([{ severity: 'info', message }]),
);

it.each(['npx', 'bunx', 'uvx'])('says that a rule for %s must name what it runs', (program) => {
  const message = `Has no effect: a rule for ${program} must name what it runs.`;
  for (const rule of [`Bash(${program} *)`, `Bash(${program}:*)`]) expect(ruleNotes(rule)).toEqual([{ severity: 'warning', message }]);
  expect(ruleNotes(`Bash(${program} tsc *)`)).toEqual([]);
});

const BY_ITSELF = 'Has no effect: each command of a line is matched by itself.';

it.each([
  ['npm test && *', 'Write Bash(npm test *).'],
  ['cd src && *', 'Write a rule for each of them.'],
  ['cd src && npm test *', 'Write Bash(npm test *).'],
  ['npm test *; npm run lint', 'Write one rule for each, such as Bash(npm test *).'],
  ['ls src | *', 'Write Bash(ls src *).'],
  ['npm test &&', 'Write Bash(npm test *).'],
  ['npm test ||', 'Write Bash(npm test *).'],
  ['npm test |', 'Write Bash(npm test *).'],
  ['env * && npm test *', 'Write one rule for each, such as Bash(npm test *).'],
  ['env * && *', ''],
])('says that a pattern for a whole line matches none: %s', (text, instead) =>
  expect(ruleNotes(`Bash(${text})`)).toEqual([{ severity: 'warning', message: `${BY_ITSELF} ${instead}`.trim() }]),
);

it.each([
  'npm test && npm run lint',
  'npm test &',
  'npm test;',
  'echo "a |"',
  'npm test 2>&1 *',
  'grep "a|b" *',
  "grep 'a;b' *",
  'find . -name x -print \\; *',
])('doesn’t say it of %s', (text) => expect(ruleNotes(`Bash(${text})`).some(({ message }) => message.startsWith(BY_ITSELF))).toBe(false));

it.each(['bash', 'sh', 'bash scripts/x.sh'])('says that a pattern for what %s runs has no effect', (start) =>
  expect(ruleNotes(`Bash(${start} *)`)).toMatchObject([
    { severity: 'warning', message: expect.stringMatching(/^Has no effect: each script that \w+ runs asks/u) },
  ]),
);

it('says of words before a quotation that each such command asks', () => {
  expect(ruleNotes('Bash(sh -c "npm *)')).toMatchObject([{ message: expect.stringMatching(/^Has no effect: each such command asks/u) }]);
  expect(ruleNotes('Bash(git commit -m "fix *)')).toEqual([]);
});

it.each(['Bash(poetry run *)', 'Bash(uv run *)', 'Bash(kubectl *)', 'Bash(docker compose exec *)', 'Bash(npm *)'])(
  'doesn’t say it of %s, which covers some',
  (rule) => expect(ruleNotes(rule).some(({ message }) => message.startsWith('Has no effect'))).toBe(false),
);

it.each([
  ['Edit', 'Not what shell commands write: that takes a rule with a path, such as Edit(src/**).'],
  ['Write', 'Not what shell commands write: that takes a rule with a path, such as Edit(src/**).'],
  ['Read', 'Not what shell commands read outside the project: that takes a rule with a path, such as Read(~/docs/**).'],
])('says of %s that shell commands take a rule with a path', (rule, message) =>
  expect(ruleNotes(rule)).toEqual([{ severity: 'info', message }]),
);
