import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const signal = new AbortController().signal;

function phases(temp: CheckpointFixture): string[] {
  return temp.events.flatMap((event) => (event.type === 'checkpoint.taken' ? [event.data.phase] : []));
}

function begin(temp: CheckpointFixture, turnId: string): void {
  temp.append({ type: 'turn.started', data: { turnId } });
  temp.append({
    type: 'user.message',
    data: { messageId: `m-${turnId}`, content: [{ type: 'text', text: 'go' }], origin: 'prompt', visibility: 'both' },
  });
}

async function end(temp: CheckpointFixture, turnId: string): Promise<void> {
  temp.append({ type: 'turn.ended', data: { turnId, outcome: 'completed' } });
  await temp.checkpoints.settled();
}

describe('checkpoints of a session', () => {
  it('are taken once before and once after a turn, however many calls wait', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    begin(temp, 't1');
    await Promise.all([temp.checkpoints.beforeEffect(signal), temp.checkpoints.beforeEffect(signal)]);
    expect(temp.checkpoints.beforeEffect(signal)).toBeUndefined();
    await end(temp, 't1');
    expect(phases(temp)).toEqual(['before', 'after']);
    expect(temp.events.find(({ type }) => type === 'checkpoint.taken')?.data).toMatchObject({
      turnId: 't1',
      messageId: 'm-t1',
      counts: { files: 1, changed: 1, bytes: 1 },
    });
  });

  it('aren’t taken for a turn without effects, whose message uses the next one', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    begin(temp, 't1');
    await end(temp, 't1');
    begin(temp, 't2');
    await temp.checkpoints.beforeEffect(signal);
    await end(temp, 't2');
    const points = await temp.checkpoints.points();
    expect(points.map(({ messageId }) => messageId)).toEqual(['m-t1', 'm-t2']);
    expect(new Set(points.map(({ checkpointId }) => checkpointId)).size).toBe(1);
  });

  it('don’t block a caller that has stopped waiting', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const controller = new AbortController();
    begin(temp, 't1');
    const waiting = temp.checkpoints.beforeEffect(controller.signal);
    controller.abort();
    await waiting;
    await end(temp, 't1');
  });

  it('continue when a sub-agent’s turn ends within the turn', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    begin(temp, 't1');
    await temp.checkpoints.beforeEffect(signal);
    temp.append({ type: 'turn.ended', data: { turnId: 'child', outcome: 'completed' }, agentId: 'agent-1' });
    expect(temp.checkpoints.beforeEffect(signal)).toBeUndefined();
    await end(temp, 't1');
    expect(phases(temp)).toEqual(['before', 'after']);
  });

  it('can be restored by another process', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    await temp.turn(() => temp.write('a.txt', 'agent'));
    const next = temp.newSession(temp.newStore());
    const [point] = await next.points();
    const preview = await next.preview(point?.checkpointId ?? '');
    expect(preview.files).toEqual([{ path: 'a.txt', from: null, change: 'modify', added: 1, removed: 1, changedByOthers: false }]);
  });

  it('of an interrupted turn count later changes as others’', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    begin(temp, 't1');
    await temp.checkpoints.beforeEffect(signal);
    temp.write('a.txt', 'agent, then killed');
    const next = temp.newSession(temp.newStore());
    const [point] = await next.points();
    expect((await next.preview(point?.checkpointId ?? '')).files).toEqual([
      expect.objectContaining({ path: 'a.txt', changedByOthers: true }),
    ]);
  });

  it('an oversized folder is reported once and blocks nothing', async () => {
    using temp = new CheckpointFixture();
    // Replaces git's listing instead of creating a hundred thousand files.
    const bin = `${temp.root}/bin`;
    mkdirSync(bin);
    writeFileSync(
      `${bin}/git`,
      '#!/bin/sh\ncase "$*" in *--others*) yes a | head -n 100001 | tr "\\n" "\\0";; *) PATH=/usr/bin:/bin exec git "$@";; esac\n',
    );
    chmodSync(`${bin}/git`, 0o755);
    const store = temp.newStore({ PATH: bin });
    const session = temp.newSession(store);
    await session.beforeEffect(signal);
    await session.beforeEffect(signal);
    const notices = temp.events.flatMap((event) => (event.type === 'notice' ? [event.data.text] : []));
    expect(notices).toEqual([
      'Changes that the agent makes now can’t be undone, because the folder holds more than 100,000 files that git doesn’t ignore.',
    ]);
  });
});
