import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { parseSessionEvent, type SessionEvent } from '#shared/session/event.ts';
import { pushes as pushSchemas } from '#shared/contract/pushes.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { verifyAudit } from '#main/audit/verify.ts';
import { TempProject } from '#test/support/temp-project.ts';

const window = { windowId: 'w' };

it('records decisions made in windows, and closes the log with the engine', async () => {
  using temp = new TempProject();
  const { stateDir, homeDir } = temp;
  mkdirSync(join(homeDir, '.claude'));
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  const decided: Extract<SessionEvent, { type: 'call.decided' }>['data'][] = [];
  const over = Promise.withResolvers<void>();
  engine.onPush((push) => {
    if (push.push !== 'session.events') return;
    const { sessionId, events } = pushSchemas['session.events'].parse(push.payload);
    for (const stored of events) {
      const event = parseSessionEvent(stored);
      if (!event) continue;
      if (event.type === 'call.decided') decided.push(event.data);
      if (event.type === 'turn.ended') over.resolve();
      if (event.type !== 'call.asked') continue;
      const { askId, digest } = event.data.ask;
      void engine.handle('permission.answer', { sessionId, askId, digest, answer: { type: 'allow_once' } }, window);
    }
  });
  await engine.openDemo(join(temp.root, 'demo'));
  const state = await engine.handle('demo.start', {}, window);
  expect(state).toMatchObject({ project: { demo: true } });
  await over.promise;
  await engine.dispose();

  const records = [...readRecords(stateDir)].map(({ record }) => record);
  const final = records.filter(({ outcome }) => outcome !== 'ask' && outcome !== 'ended');
  expect(decided.length).toBeGreaterThan(2);
  expect(final.map(({ call }) => call)).toEqual(decided.map(({ callId }) => callId));
  const ended = records.filter(({ outcome }) => outcome === 'ended');
  expect(ended.map(({ call }) => call).toSorted()).toEqual(final.map(({ call }) => call).toSorted());
  expect(ended.every(({ end }) => end && end.spans.length > 2)).toBe(true);
  expect(final.some(({ by, waitedMs }) => by === 'person' && waitedMs !== null)).toBe(true);
  expect(verifyAudit(stateDir)).toMatchObject({ records: records.length, files: 1, open: 0, problems: [] });
});
