import fc from 'fast-check';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVENTS_FILE } from '#main/session/log.ts';
import { SessionFiles } from '#main/session/store.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { anyEvents } from '../shared-session/any-event.ts';

const PROJECT = '/p/tides';
let stateDir: string;
let files: SessionFiles;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-opening-'));
  files = new SessionFiles(stateDir);
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

/** A session as its process left it; `torn` is a partial last line after a kill. */
function left(events: readonly NewSessionEvent[], torn: string): string {
  const owned = files.create(PROJECT);
  const { sessionId, log } = owned;
  log.append({ type: 'session.created', data: { sessionId, projectDir: PROJECT, model: 'm', mode: 'default', client: 'anthropic' } });
  for (const event of events) log.append(event);
  log.close();
  owned.release();
  appendFileSync(join(files.folderOf(PROJECT), sessionId, EVENTS_FILE), torn);
  return sessionId;
}

/** Without what differs between two openings. */
const withoutIds = (events: readonly SessionEvent[]) => events.map(({ id: _id, at: _at, ...event }) => event);

test('a log read in slices equals one read at once, and its view is the fold of it', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvents, fc.constantFrom('', '{"id":"x', '\n'), async (events, torn) => {
      const sliced = await inSlices(files.opening(PROJECT, left(events, torn)));
      const whole = files.open(PROJECT, left(events, torn));
      const ids = new RegExp(`${sliced.sessionId}|${whole.sessionId}`, 'g');
      const plain = (value: unknown) =>
        JSON.stringify(value)
          .replaceAll(ids, 'id')
          .replaceAll(/"(?:startedAt|endedAt)":\d+/g, '"then":0');
      expect(plain(withoutIds(sliced.log.events))).toBe(plain(withoutIds(whole.log.events)));
      for (const owned of [sliced, whole]) {
        expect(owned.view).toEqual(foldSession(owned.log.events));
        owned.log.close();
        owned.release();
      }
    }),
    { numRuns: 60 },
  );
});
