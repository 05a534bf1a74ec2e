import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, extrasOf, NO_EXTRAS, setDraft } from '../../../../renderer/conversation/composer/drafts.ts';
import { cancelEditing, startEditing } from '../../../../renderer/conversation/composer/editing.ts';
import { sendDraft } from '../../../../renderer/conversation/composer/send-draft.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';

const sendMessage = vi.hoisted(() => vi.fn(() => Promise.resolve(true)));
const rewind = vi.hoisted(() => vi.fn((): Promise<{ text: string } | undefined> => Promise.resolve({ text: '' })));
vi.mock('../../../../renderer/store/session-actions.ts', () => ({ sendMessage, rewind, compact: vi.fn() }));

const become = (status: 'loading' | 'ready' | 'error'): void => useWindow.setState({ sessions: { s: { ...emptySlot(), status } } });

beforeEach(() => {
  sendMessage.mockClear();
  rewind.mockClear();
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

describe('a sent message that is edited', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'aQ==' } as const;
  const images = [{ type: 'image', source }];

  beforeEach(() => {
    become('ready');
    const { view, ...slot } = emptySlot();
    const sent = { type: 'user', id: 'm', text: 'Go on.', images: [source], origin: 'prompt', at: 0 } as const;
    useWindow.setState({ sessions: { s: { ...slot, status: 'ready', view: { ...view, items: [sent] } } } });
    startEditing('s', 'm');
    expect([draftOf('s'), extrasOf('s').images]).toEqual(['Go on.', images]);
    expect(rewind).not.toHaveBeenCalled();
  });

  it('is replaced when it is sent, and what was in the box comes back', async () => {
    setDraft('s', 'Go far.');
    await sendDraft('s');
    expect(rewind.mock.calls).toEqual([['s', 'm']]);
    expect(sendMessage.mock.calls).toEqual([['s', { ...message('Go far.'), extras: { images, texts: [] } }]]);
    expect([draftOf('s'), extrasOf('s')]).toEqual(['Go.', NO_EXTRAS]);
  });

  it('stays in the box, and nothing is sent, when the conversation can’t be rewound', async () => {
    rewind.mockResolvedValueOnce(undefined);
    await sendDraft('s');
    expect(sendMessage).not.toHaveBeenCalled();
    expect([draftOf('s'), extrasOf('s').images]).toEqual(['Go on.', images]);
    cancelEditing('s');
    expect([draftOf('s'), extrasOf('s')]).toEqual(['Go.', NO_EXTRAS]);
  });
});
