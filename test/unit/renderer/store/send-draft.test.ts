import { beforeEach, expect, it, vi } from 'vitest';
import { draftOf, setDraft } from '../../../../renderer/conversation/drafts.ts';
import { sendDraft } from '../../../../renderer/conversation/send-draft.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';

const sendMessage = vi.hoisted(() => vi.fn(() => Promise.resolve(true)));
vi.mock('../../../../renderer/store/session-actions.ts', () => ({ sendMessage, compact: vi.fn() }));

const become = (status: 'loading' | 'ready' | 'error'): void => useWindow.setState({ sessions: { s: { ...emptySlot(), status } } });

beforeEach(() => {
  sendMessage.mockClear();
  useWindow.setState({ sessions: {} });
  setDraft('s', 'Go.');
});

it('what Enter was pressed on before the session is there goes out when it is', async () => {
  const sent = sendDraft('s');
  become('loading');
  expect([draftOf('s'), sendMessage.mock.calls.length]).toEqual(['Go.', 0]);
  become('ready');
  await sent;
  expect(sendMessage).toHaveBeenCalledExactlyOnceWith('s', { text: 'Go.', extras: { images: [], texts: [] }, now: false });
  expect(draftOf('s')).toBe('');
});

it.each<[string, () => void]>([
  ['was changed meanwhile', () => (setDraft('s', 'Go. No, wait'), become('ready'))],
  ['has a session that can’t be opened', () => become('error')],
])('a text that %s stays in the box', async (_, happen) => {
  const sent = sendDraft('s');
  happen();
  await sent;
  expect(sendMessage).not.toHaveBeenCalled();
  expect(draftOf('s')).toMatch(/^Go\./u);
});
