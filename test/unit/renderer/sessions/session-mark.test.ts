import { expect, test } from 'vitest';
import { overviewSession } from '#test/support/overview-session.ts';
import { markOf } from '../../../../renderer/sessions/session-mark.tsx';

const later = Date.now() + 60_000;

test.each([
  ['idle', later, null, 'unread'],
  // Its background command goes on, but its answer is there.
  ['background', later, null, 'unread'],
  ['background', 0, null, 'background'],
  ['background', later, 'mine', 'background'],
  ['failed', later, null, 'failed'],
  ['waiting', later, null, 'waiting'],
  ['running', null, null, 'running'],
  ['idle', 0, null, 'idle'],
] as const)('a session that is %s, with its last turn ended at %s, while %s is shown: %s', (state, endedAt, shown, mark) => {
  expect(markOf(overviewSession('mine', { state, endedAt }), shown)).toBe(mark);
});
