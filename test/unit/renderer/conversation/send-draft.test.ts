import { beforeEach, expect, it, vi } from 'vitest';
import { draftOf, setDraft } from '../../../../renderer/conversation/composer/drafts.ts';
import { sendDraft } from '../../../../renderer/conversation/composer/send-draft.ts';
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

const message = (text: string) => ({ text, extras: { images: [], texts: [] }, now: false });

it('a message sent before the session is open is sent when it is; later text is the next message', async () => {
  const sent = [sendDraft('s')];
  become('loading');
  expect([draftOf('s'), sendMessage.mock.calls.length]).toEqual(['', 0]);
  setDraft('s', 'Then that.');
  sent.push(sendDraft('s'));
  setDraft('s', 'And n');
  become('ready');
  await Promise.all(sent);
  expect(sendMessage.mock.calls).toEqual([
    ['s', message('Go.')],
    ['s', message('Then that.')],
  ]);
  expect(draftOf('s')).toBe('And n');
});

it('a message is restored to the box when the session can’t be opened', async () => {
  const sent = sendDraft('s');
  setDraft('s', ' Now');
  become('error');
  await sent;
  expect([draftOf('s'), sendMessage.mock.calls.length]).toEqual(['Go. Now', 0]);
  await sendDraft('s');
  expect([draftOf('s'), sendMessage.mock.calls.length]).toEqual(['Go. Now', 0]);
});
