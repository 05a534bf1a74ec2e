import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

const signal = new AbortController().signal;

function phases(place: CheckpointPlace): string[] {
  return place.events.flatMap((event) => (event.type === 'checkpoint.taken' ? [event.data.phase] : []));
}

function begin(place: CheckpointPlace, turnId: string): void {
  place.append({ type: 'turn.started', data: { turnId } });
  place.append({
    type: 'user.message',
    data: { messageId: `m-${turnId}`, content: [{ type: 'text', text: 'go' }], origin: 'prompt', visibility: 'both' },
  });
}

async function end(place: CheckpointPlace, turnId: string): Promise<void> {
  place.append({ type: 'turn.ended', data: { turnId, outcome: 'completed' } });
  await place.checkpoints.settled();
}

describe('checkpoints of a session', () => {
  it('are taken once before and once after a turn, however many calls wait', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    begin(place, 't1');
    await Promise.all([place.checkpoints.beforeEffect(signal), place.checkpoints.beforeEffect(signal)]);
    expect(place.checkpoints.beforeEffect(signal)).toBeUndefined();
    await end(place, 't1');
    expect(phases(place)).toEqual(['before', 'after']);
    expect(place.events.find(({ type }) => type === 'checkpoint.taken')?.data).toMatchObject({
      turnId: 't1',
      messageId: 'm-t1',
      counts: { files: 1, changed: 1, bytes: 1 },
    });
  });

  it('aren’t taken for a turn without effects, whose message uses the next one', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    begin(place, 't1');
    await end(place, 't1');
    begin(place, 't2');
    await place.checkpoints.beforeEffect(signal);
    await end(place, 't2');
    const points = await place.checkpoints.points();
    expect(points.map(({ messageId }) => messageId)).toEqual(['m-t1', 'm-t2']);
    expect(new Set(points.map(({ checkpointId }) => checkpointId)).size).toBe(1);
  });

  it('don’t block a caller that has stopped waiting', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const controller = new AbortController();
    begin(place, 't1');
    const waiting = place.checkpoints.beforeEffect(controller.signal);
    controller.abort();
    await waiting;
    await end(place, 't1');
  });

  it('continue when a sub-agent’s turn ends within the turn', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    begin(place, 't1');
    await place.checkpoints.beforeEffect(signal);
    place.append({ type: 'turn.ended', data: { turnId: 'child', outcome: 'completed' }, agentId: 'agent-1' });
    expect(place.checkpoints.beforeEffect(signal)).toBeUndefined();
    await end(place, 't1');
    expect(phases(place)).toEqual(['before', 'after']);
  });

  it('can be restored by another process', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    await place.turn(() => place.write('a.txt', 'agent'));
    const next = place.newSession(place.newStore());
    const [point] = await next.points();
    const preview = await next.preview(point?.checkpointId ?? '');
    expect(preview.files).toEqual([{ path: 'a.txt', change: 'modify', added: 1, removed: 1, changedByOthers: false }]);
  });

  it('of an interrupted turn count later changes as others’', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    begin(place, 't1');
    await place.checkpoints.beforeEffect(signal);
    place.write('a.txt', 'agent, then killed');
    const next = place.newSession(place.newStore());
    const [point] = await next.points();
    expect((await next.preview(point?.checkpointId ?? '')).files).toEqual([
      expect.objectContaining({ path: 'a.txt', changedByOthers: true }),
    ]);
  });

  it('an oversized folder is reported once and blocks nothing', async () => {
    using place = new CheckpointPlace();
    // Replaces git's listing instead of creating a hundred thousand files.
    const bin = `${place.root}/bin`;
    mkdirSync(bin);
    writeFileSync(
      `${bin}/git`,
      '#!/bin/sh\ncase "$*" in *--others*) yes a | head -n 100001 | tr "\\n" "\\0";; *) PATH=/usr/bin:/bin exec git "$@";; esac\n',
    );
    chmodSync(`${bin}/git`, 0o755);
    const store = place.newStore({ PATH: bin });
    const session = place.newSession(store);
    await session.beforeEffect(signal);
    await session.beforeEffect(signal);
    const notices = place.events.flatMap((event) => (event.type === 'notice' ? [event.data.text] : []));
    expect(notices).toEqual([
      'What the agent changes now can’t be undone here, because the folder holds more than 100,000 files that git doesn’t ignore. Work goes on.',
    ]);
  });
});
