import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';
import { ended } from '#test/support/session-events.ts';

const REQUEST = { type: 'request.started', data: { requestId: 'r', turnId: 't', attempt: 1, model: 'm' } } as const;
const PATIENT = { timeout: 60_000, interval: 20 };

/** A git that runs a callback when it lists files. */
function gitThat(place: CheckpointPlace, does: string): NodeJS.ProcessEnv {
  const bin = join(place.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$*" in *--others*) ${does};; esac\nPATH=/usr/bin:/bin exec git "$@"\n`, {
    mode: 0o755,
  });
  return { PATH: bin };
}

describe('a large project', () => {
  it('is indexed while the model responds, so that the first change needn’t wait', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    place.append({ type: 'turn.started', data: { turnId: 't' } });
    place.append(REQUEST);
    await vi.waitFor(() => expect(existsSync(join(place.store.storeDir, 'known-files'))).toBe(true), PATIENT);
    // Files written in the current clock tick are read again to be sure.
    await place.checkpoints.beforeEffect(new AbortController().signal);
    await place.checkpoints.beforeEffect(new AbortController().signal);
    expect(place.events.filter(({ type }) => type === 'checkpoint.taken')).toMatchObject([
      { data: { phase: 'before', counts: { files: 2 } } },
    ]);
  });

  it('isn’t indexed while answers come at once', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    place.append({ type: 'turn.started', data: { turnId: 't' } });
    for (let count = 0; count < 10; count += 1) {
      place.append(REQUEST);
      vi.advanceTimersByTime(200);
      place.append(ended('r', 'ok'));
      vi.advanceTimersByTime(1000);
    }
    vi.useRealTimers();
    await place.checkpoints.close();
    expect(existsSync(place.store.storeDir)).toBe(false);
  });

  it('stops being indexed when the session closes', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const mark = join(place.root, 'listing');
    const session = place.newSession(place.newStore(gitThat(place, `touch '${mark}'; exec sleep 600`)));
    session.apply({ ...REQUEST, id: 'e', seq: 1, at: 1 });
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), PATIENT);
    await session.close();
    expect(existsSync(join(place.store.storeDir, 'known-files'))).toBe(false);
  });
});

it('a checkpoint that failed slowly isn’t retried every turn', async () => {
  using place = new CheckpointPlace({ 'a.txt': 'a' });
  const mark = join(place.root, 'listings');
  const session = place.newSession(place.newStore(gitThat(place, `echo listed >> '${mark}'; exit 128`)));
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
  const told = () => place.events.filter(({ type }) => type === 'notice').length;
  expect(told()).toBe(1);
  const listings = () => (existsSync(mark) ? 'listed' : 'never');
  expect(listings()).toBe('listed');
  clock.mockRestore();
});
