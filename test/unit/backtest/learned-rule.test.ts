import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallHistory } from '#main/backtest/call-history.ts';
import { learnedRule } from '#main/backtest/learned-rule.ts';
import type { SuggestedRules } from '#main/backtest/past-call.ts';
import { bash, PastSessions, rule, type MadeCall } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const noPause = async (): Promise<void> => {};
const once = { type: 'allow_once' } as const;
const suggested = { rules: ['Bash(npm test *)'], destination: 'local', label: '' } as const;

const asSuggested = (text: string): SuggestedRules => ({ rules: [text], destination: 'local', label: '' });

async function learned(
  calls: readonly MadeCall[],
  rules = [] as ReturnType<typeof rule>[],
  widths: readonly SuggestedRules[] = [suggested],
) {
  using temp = new TempProject();
  const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
  past.session(...calls);
  const history = await new CallHistory(past.dir, past.eventsFile).latest(100, noPause);
  return learnedRule(history, widths, { ...past.context, rules }, noPause);
}

const tests = (count: number): MadeCall[] => Array.from({ length: count }, (_, index) => bash(`npm test -- ${index}`, once));

describe('a rule learned from a person’s answers', () => {
  it('is offered from the third approval on, with what it would have changed', async () => {
    expect(await learned(tests(2))).toBeNull();
    expect(await learned([...tests(3), bash('npm test -- denied', { type: 'deny' }), ...tests(3), bash('ls')])).toEqual({
      texts: ['Bash(npm test *)'],
      count: 3,
      past: { checked: 8, newlyAllowed: 7, newlyAsked: 0, newlyDenied: 0 },
    });
  });

  it('is not offered for what hooks and other agents allowed', async () => {
    for (const by of ['hook', 'dispatcher', 'classifier'] as const)
      expect(await learned(tests(5).map((call) => ({ ...call, by })))).toBeNull();
  });

  it('counts one answer to what several agents ask once', async () => {
    const agent = (id: string) => ({ id, agentType: 'worker', description: id });
    const shared = (command: string) => ['x', 'y', 'z'].map((id) => ({ ...bash(command, once), agent: agent(id) }));
    expect(await learned([...shared('npm test -- a'), ...shared('npm test -- b')])).toBeNull();
    expect((await learned([...shared('npm test -- a'), ...shared('npm test -- b'), ...tests(1)]))?.count).toBe(3);
  });

  it('is never offered for what can’t be undone', async () => {
    const removals = Array.from({ length: 5 }, () => bash('rm -rf old', once));
    expect(await learned(removals, [], [asSuggested('Bash(rm -rf old)')])).toBeNull();
  });

  it('is not offered where it would not end the asking: a rule for it exists, or another rule asks', async () => {
    expect(await learned(tests(5), [rule('Bash(npm *)')])).toBeNull();
    expect(await learned(tests(5), [rule('Bash(npm test *)', 'ask')])).toBeNull();
  });

  it('is no wider than what the allowed calls have in common', async () => {
    const installs = (...names: string[]) => names.map((name) => bash(`pip install ${name}`, once));
    const wide = asSuggested('Bash(pip install *)');
    const textsFor = async (calls: readonly MadeCall[], name: string) =>
      (await learned(calls, [], [asSuggested(`Bash(pip install ${name})`), wide]))?.texts;
    expect(await textsFor(installs('a', 'a', 'a'), 'a')).toEqual(['Bash(pip install a)']);
    expect(await textsFor(installs('a', 'a', 'a'), 'b')).toBeUndefined();
    expect(await textsFor(installs('a', 'b', 'a'), 'c')).toEqual(['Bash(pip install *)']);
    expect(await textsFor([...installs('a', 'a'), bash('pip install b', { type: 'deny' }), ...installs('a', 'a')], 'a')).toEqual([
      'Bash(pip install a)',
    ]);
  });

  it('is for the file alone where one file was read each time, although its folder is suggested first', async () => {
    using temp = new TempProject();
    const outside = join(temp.projectDir, '../other');
    mkdirSync(outside, { recursive: true });
    const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
    const reads = (...names: string[]): MadeCall[] =>
      names.map((name) => ({ toolName: 'Read', input: { file_path: join(outside, name) }, answer: once }));
    const offered = () => new CallHistory(past.dir, past.eventsFile).latest(100, noPause);
    past.session(...reads('a.md', 'a.md', 'a.md'));
    const [last] = (await offered()).calls;
    const widths = last?.personsAnswer?.suggested ?? [];
    expect(widths.map(({ rules }) => rules)).toEqual([[`Read(/${outside}/a.md)`], [`Read(/${outside}/**)`]]);
    expect((await learnedRule(await offered(), widths, past.context, noPause))?.texts).toEqual([`Read(/${outside}/a.md)`]);
    past.session(...reads('b.md', 'b.md'));
    const [latest] = (await offered()).calls;
    const next = await learnedRule(await offered(), latest?.personsAnswer?.suggested ?? [], past.context, noPause);
    expect(next?.texts).toEqual([`Read(/${outside}/**)`]);
  });
});
