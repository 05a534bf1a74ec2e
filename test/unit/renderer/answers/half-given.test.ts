import { beforeEach, expect, test } from 'vitest';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { dropGone, HalfGiven } from '../../../../renderer/answers/half-given.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';

const ask = { sessionId: 's1', askId: 'a1' };

beforeEach(() => useWindow.setState({ sessions: {}, waiting: {} }));

test('what was entered is kept for an unknown session and one that is loading, and dropped once nothing is asked', () => {
  const words = new HalfGiven<string>();
  words.keep(ask, 'Less, please');
  dropGone();
  expect(words.of(ask)).toBe('Less, please');
  expect(words.of({ ...ask, sessionId: 's2' })).toBeUndefined();

  useWindow.setState({ sessions: { s1: emptySlot() } });
  dropGone();
  expect(words.of(ask)).toBe('Less, please');

  useWindow.setState({ sessions: { s1: { ...emptySlot(), status: 'ready', view: emptySessionView() } } });
  dropGone();
  expect(words.of(ask)).toBeUndefined();
});
