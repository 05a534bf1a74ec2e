import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { MessagesServer } from './messages-server.ts';
import type { TestSession } from './test-session.ts';
import { controlTimeLimits } from './time-limits.ts';

const IDLE_MS = 100_000;

/** For a session whose streams stall only in `sayAndStall`. */
export const STALL_ENV = { CLAUDE_STREAM_IDLE_TIMEOUT_MS: String(IDLE_MS) };

/** Sends a message whose first answer stalls, and lets the stream time out once the server has sent everything and `isDue`. */
export async function sayAndStall(fixture: TestSession, server: MessagesServer, message: string, isDue: () => boolean): Promise<void> {
  const time = controlTimeLimits();
  fixture.session.send(message);
  await expect.poll(() => server.stalled === 1 && isDue()).toBe(true);
  // The server is in this process: what it wrote is read within a few turns of the event loop.
  for (let turn = 0; turn < 50; turn += 1) await sleep(1);
  while (fixture.all('request.ended').length === 0) {
    time.passed(IDLE_MS);
    await sleep(1);
  }
  await fixture.session.idle();
}
