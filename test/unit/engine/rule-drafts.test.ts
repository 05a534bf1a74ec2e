import { parsedInput } from '#main/host/port.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { projectSlug } from '#main/session/store.ts';
import { commands, type CommandInput, type CommandName, type CommandOutput } from '#shared/contract/commands.ts';
import type { RuleDraft } from '#shared/contract/rules.ts';
import { bash, PastSessions } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const once = { type: 'allow_once' } as const;

/** An engine over a project with past calls, called through its port. */
async function start(temp: TempProject) {
  const { stateDir, homeDir, projectDir } = temp;
  mkdirSync(join(homeDir, '.claude'));
  const past = new PastSessions(join(stateDir, 'sessions', projectSlug(projectDir)), projectDir);
  past.session(bash('npm test', once), bash('npm test -- a', once), bash('npm test -- b', once), bash('make'), bash('ls')).close();
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  const call = async <N extends CommandName>(name: N, input: CommandInput<N>, windowId = 'w'): Promise<CommandOutput<N>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parsed output of that command.
    commands[name].output.parse(await engine.handle(name, parsedInput(name, input), { windowId })) as CommandOutput<N>;
  await call('project.open', { path: projectDir });
  return { call, projectDir, dispose: () => engine.dispose() };
}

it('a draft is tested on past calls in a thread; a newer request of the same window replaces it', async () => {
  using temp = new TempProject();
  const { call, projectDir, dispose } = await start(temp);
  const draft: RuleDraft = { behavior: 'allow', texts: ['Bash(npm test *)'], destination: 'local' };
  const first = call('rules.backtest', { projectDir, draft: { ...draft, texts: ['Bash(make)'] } });
  const other = call('rules.backtest', { projectDir, draft, slot: 'queue', limit: 2 });
  const last = call('rules.backtest', { projectDir, draft });
  await expect(first).rejects.toMatchObject({ code: 'conflict' });
  expect(await last).toMatchObject({ checked: 5, matched: 3, sameTool: 5, newlyAllowed: 3, unchanged: 2 });
  expect(await other).toMatchObject({ checked: 2, more: true });
  await dispose();
});

it('suggests a rule for repeated approvals until dismissed', async () => {
  using temp = new TempProject();
  const { call, projectDir, dispose } = await start(temp);
  const before = await call('rules.usage', { projectDir });
  expect(before.suggestions.map(({ texts, count }) => [texts, count])).toEqual([[['Bash(npm test *)'], 3]]);
  await call('rules.dismiss', { projectDir, texts: ['Bash(npm test *)'] });
  expect((await call('rules.usage', { projectDir })).suggestions).toEqual([]);
  await dispose();
});

it.each([
  [{ type: 'command', command: 'npm test && rm -rf ~' }, 'ask', { behavior: 'allow', texts: ['Bash(npm test)'] }, 'ask'],
  [{ type: 'command', command: 'npm test' }, 'ask', { behavior: 'allow', texts: ['Bash(npm test)'] }, 'allow'],
  [{ type: 'path', access: 'read', path: '.env' }, 'allow', { behavior: 'deny', texts: ['Read(./.env)'] }, 'deny'],
  [{ type: 'path', access: 'edit', path: '~/.bashrc' }, 'ask', { behavior: 'allow', texts: ['Edit(~/notes.txt)'] }, 'ask'],
  [{ type: 'address', url: 'https://example.com/x' }, 'ask', { behavior: 'allow', texts: ['WebFetch(domain:example.com)'] }, 'allow'],
  [{ type: 'tool', name: 'mcp__github__create_issue' }, 'ask', { behavior: 'allow', texts: ['mcp__github'] }, 'allow'],
] as const)('evaluates a call without running it: %o', async (tried, now, { behavior, texts }, withDraft) => {
  using temp = new TempProject();
  const { call, projectDir, dispose } = await start(temp);
  const answer = await call('rules.try', { projectDir, call: tried, draft: { behavior, texts: [...texts], destination: 'local' } });
  expect([answer.now.behavior, answer.withDraft?.behavior]).toEqual([now, withDraft]);
  expect(answer.now.trace.length).toBeGreaterThan(1);
  await dispose();
});
