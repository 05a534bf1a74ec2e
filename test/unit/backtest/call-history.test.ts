import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallHistory } from '#main/backtest/call-history.ts';
import { bash, PastSessions, rule } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const noPause = async (): Promise<void> => {};

afterEach(() => void vi.useRealTimers());

describe('the call history of a project', () => {
  it('has the calls of all sessions, newest first, with the person’s answers', async () => {
    using temp = new TempProject();
    const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir, [rule('Bash(make *)')]);
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
    past.session(bash('npm test', { type: 'allow_once' }), bash('make all'));
    // In another millisecond, so that one is newer.
    vi.setSystemTime(2_000);
    past.session(bash('ls'), bash('npm publish'));
    const { calls, more } = await new CallHistory(past.dir, past.eventsFile).latest(10, noPause);
    expect(calls.map(({ summary, was }) => [summary, was])).toEqual([
      ['npm publish', 'deny'],
      ['ls', 'allow'],
      ['make all', 'allow'],
      ['npm test', 'allow'],
    ]);
    expect(more).toBe(false);
    expect(calls[3]?.personsAnswer).toMatchObject({ type: 'allowed', suggested: [{ rules: ['Bash(npm test *)'] }] });
    expect(calls[2]?.used.map(({ text }) => text)).toEqual(['Bash(make *)']);
  });

  it('continues reading where it stopped, and waits for a line to be complete', async () => {
    using temp = new TempProject();
    const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
    const session = past.session(bash('one'));
    const history = new CallHistory(past.dir, past.eventsFile);
    expect((await history.latest(10, noPause)).calls).toHaveLength(1);
    session.add(bash('two'));
    const file = join(past.dir, session.sessionId, past.eventsFile);
    appendFileSync(file, '{"id":"x","seq":99,"at":1,"type":"call.dec');
    expect((await history.latest(10, noPause)).calls.map(({ summary }) => summary)).toEqual(['two', 'one']);
    appendFileSync(file, 'ided"}\n');
    expect((await history.latest(10, noPause)).calls).toHaveLength(2);
  });

  it('counts a call once even if forks copied it, and says when older calls were left out', async () => {
    using temp = new TempProject();
    const past = new PastSessions(join(temp.stateDir, 'past'), temp.projectDir);
    const session = past.session(bash('one'), bash('two'), bash('three'));
    cpSync(join(past.dir, session.sessionId), join(past.dir, '00000000-0000-4000-8000-000000000000'), { recursive: true });
    const history = new CallHistory(past.dir, past.eventsFile);
    expect((await history.latest(10, noPause)).calls).toHaveLength(3);
    const two = await history.latest(2, noPause);
    expect(two.calls.map(({ summary }) => summary)).toEqual(['three', 'two']);
    expect(two.more).toBe(true);
  });

  it('is empty without sessions, and skips what can’t be read', async () => {
    using temp = new TempProject();
    const history = new CallHistory(join(temp.stateDir, 'none'), 'events.jsonl');
    expect(await history.latest(10, noPause)).toEqual({ calls: [], more: false, saved: [] });
  });
});
