import { expect, it } from 'vitest';
import { foldSession } from '#shared/session/fold.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { numbered } from '#test/support/session-events.ts';

const error = (text: string, level: 'error' | 'warning' = 'error'): NewSessionEvent => ({
  type: 'notice',
  data: { level, text, action: 'retry' },
});
const said: NewSessionEvent = {
  type: 'user.message',
  data: { messageId: 'm1', content: [{ type: 'text', text: 'on' }], origin: 'prompt', visibility: 'both' },
};
const OVERLOADED = 'The server is overloaded (529). Wait a moment, then try again.';

function shown(...events: readonly NewSessionEvent[]): unknown[] {
  return foldSession(numbered(events)).items.map((item) => (item.type === 'notice' ? [item.text, item.times ?? 1] : item.type));
}

it('counts an error that comes again in a row, and keeps the last time', () => {
  const events = numbered([error(OVERLOADED), error(OVERLOADED), error(OVERLOADED)]);
  const { items } = foldSession(events);
  expect(items).toMatchObject([{ id: events[0]?.id, times: 3, at: events[2]?.at }]);
});

it('counts one that only asks for another wait, in its last words', () => {
  const limited = (wait: string) => `The server’s rate limit was reached (429). Wait ${wait}, then try again: the server asks for that.`;
  expect(shown(error(limited('12 minutes')), error(limited('3 hours')))).toEqual([[limited('3 hours'), 2]]);
});

it.each([
  ['another error', [error(OVERLOADED), error('The connection was lost.'), error(OVERLOADED)], 3],
  ['what was said between', [error(OVERLOADED), said, error(OVERLOADED)], 3],
  ['a warning', [error(OVERLOADED, 'warning'), error(OVERLOADED, 'warning')], 2],
])('has a line of its own for each around %s', (_, events, lines) => {
  expect(shown(...events)).toHaveLength(lines);
});
