import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';
import { ended } from '#test/support/session-events.ts';

const REQUEST = { type: 'request.started', data: { requestId: 'r', turnId: 't', attempt: 1, model: 'm' } } as const;
const POLL_OPTIONS = { timeout: 60_000, interval: 20 };

/** A git that runs a callback when it lists files. */
function gitThat(temp: CheckpointFixture, does: string): NodeJS.ProcessEnv {
  const bin = join(temp.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$*" in *--others*) ${does};; esac\nPATH=/usr/bin:/bin exec git "$@"\n`, {
    mode: 0o755,
  });
  return { PATH: bin };
}

describe('a large project', () => {
  it('is indexed while the model responds, so that the first change needn’t wait', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    temp.append({ type: 'turn.started', data: { turnId: 't' } });
    temp.append(REQUEST);
    await vi.waitFor(() => expect(existsSync(join(temp.store.storeDir, 'known-files'))).toBe(true), POLL_OPTIONS);
    // Files written in the current clock tick are read again to be sure.
    await temp.checkpoints.beforeEffect(new AbortController().signal);
    await temp.checkpoints.beforeEffect(new AbortController().signal);
    expect(temp.events.filter(({ type }) => type === 'checkpoint.taken')).toMatchObject([
      { data: { phase: 'before', counts: { files: 2 } } },
    ]);
  });

  it('isn’t indexed while answers come at once', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    temp.append({ type: 'turn.started', data: { turnId: 't' } });
    for (let count = 0; count < 10; count += 1) {
      temp.append(REQUEST);
      vi.advanceTimersByTime(200);
      temp.append(ended('r', 'ok'));
      vi.advanceTimersByTime(1000);
    }
    vi.useRealTimers();
    await temp.checkpoints.close();
    expect(existsSync(temp.store.storeDir)).toBe(false);
  });

  it('stops being indexed when the session closes', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const mark = join(temp.root, 'listing');
    const session = temp.newSession(temp.newStore(gitThat(temp, `touch '${mark}'; exec sleep 600`)));
    session.apply({ ...REQUEST, id: 'e', seq: 1, at: 1 });
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), POLL_OPTIONS);
    await session.close();
    expect(existsSync(join(temp.store.storeDir, 'known-files'))).toBe(false);
  });
});

it('a checkpoint that failed slowly isn’t retried every turn', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  const mark = join(temp.root, 'listings');
  const session = temp.newSession(temp.newStore(gitThat(temp, `echo listed >> '${mark}'; exit 128`)));
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 6000));
  await session.beforeEffect(new AbortController().signal);
  const after = now;
  clock.mockImplementation(() => after);
  for (const turnId of ['t1', 't2']) {
    session.apply({ type: 'turn.started', data: { turnId }, id: turnId, seq: 1, at: 1 });
    session.apply({ type: 'turn.ended', data: { turnId, outcome: 'completed' }, id: `${turnId}-end`, seq: 2, at: 2 });
    await session.settled();
    await session.beforeEffect(new AbortController().signal);
  }
  const notices = () => temp.events.filter(({ type }) => type === 'notice').length;
  expect(notices()).toBe(1);
  const listings = () => (existsSync(mark) ? 'listed' : 'never');
  expect(listings()).toBe('listed');
  clock.mockRestore();
});
