import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallHistory } from '#main/backtest/call-history.ts';
import { replay, type ReplayJob } from '#main/backtest/replay.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { bash, PastSessions, rule, type MadeCall } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const noPause = async (): Promise<void> => {};
const once = { type: 'allow_once' } as const;

async function replayed(calls: readonly MadeCall[], rules: readonly RuleEntry[], mode?: ReplayJob['mode'], events: readonly object[] = []) {
  using temp = new TempProject();
  const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir, [rule('Bash(make *)')]);
  const session = past.session(...calls);
  const file = join(past.dir, session.sessionId, past.eventsFile);
  for (const event of events) appendFileSync(file, `${JSON.stringify(event)}\n`);
  const found = new CallHistory(past.dir, past.eventsFile).ofSession(session.sessionId);
  const context = makePermissionContext({ ...past.context, rules: [...rules] });
  return (await replay(found, { context, without: undefined, mode }, noPause)).calls;
}

const brief = (calls: Awaited<ReturnType<typeof replayed>>) => calls.map(({ was, now, rule: by }) => [was, now, by?.text]);

describe('replaying rules over a session', () => {
  it('says for each call how it was decided, how these rules decide it, and by which rule', async () => {
    const calls = [bash('npm test', once), bash('make all'), bash('ls'), bash('npm publish', { type: 'deny' })];
    const deny = rule('Bash(npm publish)', 'deny');
    expect(brief(await replayed(calls, [rule('Bash(npm test)'), deny]))).toEqual([
      ['ask', 'allow', 'Bash(npm test)'],
      ['allow', 'ask', undefined],
      ['allow', 'allow', undefined],
      ['ask', 'deny', 'Bash(npm publish)'],
    ]);
  });

  it('tells what a set of rules changes from what changed since anyway', async () => {
    using temp = new TempProject();
    const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
    const { sessionId } = past.session(bash('npm test', once), bash('make all', once), bash('npm publish', once));
    const found = new CallHistory(past.dir, past.eventsFile).ofSession(sessionId);
    const without = makePermissionContext({ ...past.context, rules: [rule('Bash(make *)')] });
    const context = makePermissionContext({ ...without, rules: [...without.rules, rule('Bash(npm test)')] });
    const { calls } = await replay(found, { context, without, mode: undefined }, noPause);
    expect(calls.map((call) => [call.was, call.without, call.now])).toEqual([
      ['ask', 'ask', 'allow'],
      ['ask', 'allow', 'allow'],
      ['ask', 'ask', 'ask'],
    ]);
  });

  it('decides each call in the mode it was made in, or all of them in another', async () => {
    const edit = { toolName: 'Edit', input: { file_path: 'a.txt', old_string: 'a', new_string: 'b' } };
    expect(brief(await replayed([edit], []))).toEqual([['ask', 'ask', undefined]]);
    expect(brief(await replayed([edit], [], 'acceptEdits'))).toEqual([['ask', 'allow', undefined]]);
    expect(brief(await replayed([edit], [rule('Edit', 'deny')], 'bypassPermissions'))).toEqual([['ask', 'deny', 'Edit']]);
  });

  it('decides calls that were cancelled while they were asked about', async () => {
    const calls = [{ ...bash('npm test'), cancelled: true }, bash('ls'), { ...bash('npm publish'), cancelled: true }];
    expect(brief(await replayed(calls, [rule('Bash(npm test)')]))).toEqual([
      ['ask', 'allow', 'Bash(npm test)'],
      ['allow', 'allow', undefined],
      ['ask', 'ask', undefined],
    ]);
  });

  it('leaves out calls whose facts are missing, damaged or of another version', async () => {
    const decided = (callId: string, facts: unknown) => ({
      id: callId,
      seq: 99,
      at: 1,
      type: 'call.decided',
      data: { callId, inputDigest: 'd', facts, decision: { behavior: 'allow' } },
    });
    const events = [decided('without', undefined), decided('old', { version: 1 }), decided('odd', 'x')];
    expect(await replayed([bash('ls')], [], undefined, events)).toHaveLength(1);
  });

  it('is empty for a session that doesn’t exist, and for a name that is no session', () => {
    using temp = new TempProject();
    const history = new CallHistory(temp.stateDir, 'events.jsonl');
    expect(history.ofSession('00000000-0000-4000-8000-000000000000')).toEqual([]);
    expect(history.ofSession('../../etc')).toEqual([]);
  });
});
