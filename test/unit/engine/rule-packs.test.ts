import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { parsedInput } from '#main/host/port.ts';
import { projectSlug } from '#main/session/store.ts';
import { commands, type CommandInput, type CommandName, type CommandOutput } from '#shared/contract/commands.ts';
import { bash, PastSessions } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const once = { type: 'allow_once' } as const;
const packOf = (permissions: object) => JSON.stringify({ format: 'gatehouse-rule-pack', version: 1, name: 'Team', permissions });

/** An engine over a project with packs, rules of the person's own and past calls, called through its port. */
async function start(temp: TempProject, packs: Readonly<Record<string, string>> = {}) {
  const { stateDir, homeDir, projectDir } = temp;
  mkdirSync(join(homeDir, '.claude'));
  mkdirSync(join(projectDir, '.claude/rule-packs'), { recursive: true });
  for (const [name, text] of Object.entries(packs)) writeFileSync(join(projectDir, '.claude/rule-packs', name), text);
  writeFileSync(
    join(homeDir, '.claude/settings.json'),
    JSON.stringify({ permissions: { allow: ['Bash(npm test *)'], deny: ['Bash(npm publish *)'] } }),
  );
  const past = new PastSessions(join(stateDir, 'sessions', projectSlug(projectDir)), projectDir);
  const session = past.session(bash('npm run build', once), bash('npm publish x'), bash('ls'));
  session.close();
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  const call = async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parsed output of that command.
    commands[name].output.parse(await engine.handle(name, parsedInput(name, input), { windowId: 'w' })) as CommandOutput<N>;
  await call('project.open', { path: projectDir });
  return { call, projectDir, homeDir, sessionId: session.sessionId, dispose: () => engine.dispose() };
}

it('lists the packs of a repository with what is wrong, follows no link out of it, and applies none of them', async () => {
  using temp = new TempProject();
  const { call, projectDir, homeDir, dispose } = await start(temp, {
    'team.json': packOf({ allow: ['Bash(rm *)'] }),
    'broken.json': '{',
    'readme.md': 'no pack',
    'huge.json': `"${'x'.repeat(1024 * 1024)}"`,
  });
  symlinkSync(join(homeDir, '.claude/settings.json'), join(projectDir, '.claude/rule-packs/outside.json'));
  const { packs } = await call('packs.list', { projectDir });
  expect(packs.map(({ fileName, rules, problem }) => [fileName, rules, problem])).toEqual([
    ['broken.json', 0, 'The file is not valid JSON.'],
    ['huge.json', 0, expect.stringContaining('larger than')],
    ['outside.json', 0, expect.stringContaining('outside the project')],
    ['team.json', 1, undefined],
  ]);
  expect((await call('rules.list', { projectDir })).rules.map(({ text }) => text)).not.toContain('Bash(rm *)');
  for (const fileName of ['../../settings.json', '../x.json'])
    await expect(call('packs.read', { projectDir, from: { type: 'repository', fileName }, destination: 'local' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  await dispose();
});

it('says of each rule of a pack what it would change', async () => {
  using temp = new TempProject();
  const permissions = {
    allow: ['Bash(npm *)', 'Bash(npm test *)', 'Bash(npm publish --dry-run)', 'Bash(make)', 'Edit(src'],
    deny: ['Read(./secrets/**)'],
  };
  const { call, projectDir, dispose } = await start(temp, { 'team.json': packOf(permissions) });
  const from = { type: 'repository', fileName: 'team.json' } as const;
  const { rows } = await call('packs.read', { projectDir, from, destination: 'local' });
  expect(rows.map(({ text, state, wider }) => [text, state, wider])).toEqual([
    ['Read(./secrets/**)', 'new', []],
    ['Bash(npm *)', 'wider', ['Bash(npm test *)']],
    ['Bash(npm test *)', 'elsewhere', []],
    ['Bash(npm publish --dry-run)', 'shadowed', []],
    ['Bash(make)', 'new', []],
    ['Edit(src', 'invalid', []],
  ]);
  const there = await call('packs.read', { projectDir, from, destination: 'user' });
  expect(there.rows.find(({ text }) => text === 'Bash(npm test *)')?.state).toBe('present');
  await dispose();
});

it('tests a pack on past calls, adds its rules to one file, and undoes that in one step', async () => {
  using temp = new TempProject();
  const { call, projectDir, homeDir, dispose } = await start(temp);
  const rules = [
    { behavior: 'deny' as const, text: 'Bash(ls)' },
    { behavior: 'allow' as const, text: 'Bash(npm run build)' },
  ];
  const set = { rules, destination: 'user' as const };
  const { newlyAllowed, newlyDenied, checked } = await call('packs.backtest', { projectDir, set });
  expect({ newlyAllowed, newlyDenied, checked }).toEqual({ newlyAllowed: 1, newlyDenied: 1, checked: 3 });
  const file = join(homeDir, '.claude/settings.json');
  const before = readFileSync(file, 'utf8');
  const edits = rules.map((rule) => ({ type: 'insert' as const, destination: 'user' as const, ...rule }));
  const { undo } = await call('rules.change', { projectDir, edits });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    permissions: { allow: ['Bash(npm test *)', 'Bash(npm run build)'], deny: ['Bash(npm publish *)', 'Bash(ls)'] },
  });
  await call('rules.change', { projectDir, edits: undo });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before));
  await dispose();
});

it('replays a session with the current rules, with a set beside them and with the set alone', async () => {
  using temp = new TempProject();
  const { call, projectDir, sessionId, dispose } = await start(temp);
  await call('session.open', { projectDir, sessionId });
  const replayed = async (rules: CommandInput<'rules.replay'>['set']['rules'], instead = false) => {
    const { calls } = await call('rules.replay', { projectDir, sessionId, set: { rules, destination: 'local', instead } });
    return calls.map(({ was, now, rule }) => `${was} → ${now}${rule ? ` ${rule.text}` : ''}`);
  };
  expect(await replayed([])).toEqual(['ask → ask', 'ask → deny Bash(npm publish *)', 'allow → allow']);
  const allow = [{ behavior: 'allow' as const, text: 'Bash(npm *)' }];
  expect(await replayed(allow)).toEqual(['ask → allow Bash(npm *)', 'ask → deny Bash(npm publish *)', 'allow → allow']);
  expect((await replayed(allow, true))[1]).not.toContain('deny');
  await dispose();
});

it('exports the rules of chosen places as a pack', async () => {
  using temp = new TempProject();
  const { call, projectDir, dispose } = await start(temp);
  const made = await call('packs.export', { projectDir, sources: ['user'], name: 'Our Team!', description: '' });
  if (made.type !== 'text') throw new Error('not a text');
  expect(made.fileName).toBe('our-team.json');
  expect(JSON.parse(made.text)).toMatchObject({
    name: 'Our Team!',
    permissions: { allow: ['Bash(npm test *)'], ask: [], deny: ['Bash(npm publish *)'] },
  });
  await expect(call('packs.export', { projectDir, sources: ['local'], name: 'x', description: '' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await dispose();
});
