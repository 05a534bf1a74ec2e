import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CallHistory } from '#main/backtest/call-history.ts';
import { ruleCompletions } from '#main/backtest/rule-completions.ts';
import { bash, type MadeCall, PastSessions } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const noPause = async (): Promise<void> => {};

async function completionsOf(callsIn: (projectDir: string) => readonly MadeCall[]) {
  using temp = new TempProject();
  const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
  past.session(...callsIn(temp.projectDir)).close();
  const { calls } = await new CallHistory(past.dir, past.eventsFile).latest(100, noPause);
  const found = await ruleCompletions(calls, temp.projectDir, noPause);
  return found.map(({ tool, content, calls: count }) => [`${tool}(${content.replace(temp.projectDir, '<project>')})`, count]);
}

const call = (toolName: string, input: MadeCall['input']): MadeCall => ({ toolName, input });

it('are the usual prefixes of commands, most used first; none for what only reads', async () => {
  expect(
    await completionsOf(() => [
      bash('git push origin main'),
      bash('npm run test:unit'),
      bash('ls -l'),
      bash('npm run test:unit -- x && ls'),
    ]),
  ).toEqual([
    ['Bash(npm run test:unit *)', 2],
    ['Bash(git push *)', 1],
  ]);
});

it('are files and folders of the project, hosts, and types of agents', async () => {
  expect(
    await completionsOf((projectDir) => [
      call('Agent', { subagent_type: 'Explore', prompt: 'x', description: 'x' }),
      call('WebFetch', { url: 'https://docs.example.com/a', prompt: 'x' }),
      call('Read', { file_path: '/etc/hosts' }),
      call('Read', { file_path: join(projectDir, '.env') }),
      call('Edit', { file_path: join(projectDir, 'package.json'), old_string: 'a', new_string: 'b' }),
      call('Edit', { file_path: join(projectDir, 'src/lib/b.ts'), old_string: 'a', new_string: 'b' }),
      call('Edit', { file_path: join(projectDir, 'src/a.ts'), old_string: 'a', new_string: 'b' }),
    ]),
  ).toEqual([
    ['Edit(src/**)', 2],
    ['Edit(src/a.ts)', 1],
    ['Edit(src/lib/b.ts)', 1],
    ['Edit(src/lib/**)', 1],
    ['Edit(/<project>/package.json)', 1],
    ['WebFetch(domain:docs.example.com)', 1],
    ['Agent(Explore)', 1],
  ]);
});

it('say how many were denied, and leave those that were cancelled out of that', async () => {
  using temp = new TempProject();
  const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
  past.session(bash('npm run e2e', { type: 'allow_once' }), bash('npm run e2e'), bash('make deploy')).close();
  const { calls } = await new CallHistory(past.dir, past.eventsFile).latest(100, noPause);
  const found = await ruleCompletions(
    [...calls.slice(1), ...calls.slice(0, 1).map((call) => ({ ...call, reason: 'cancelled' as const }))],
    temp.projectDir,
    noPause,
  );
  expect(found.map(({ content, calls: all, denied }) => [content, all, denied])).toEqual([
    ['npm run e2e *', 2, 1],
    ['make deploy *', 1, 0],
  ]);
});
