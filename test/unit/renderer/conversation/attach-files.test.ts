import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageBlock, MessageExtras } from '#shared/session/content.ts';
import { attachFiles } from '../../../../renderer/conversation/composer/pending-attachments.ts';
import { draftOf, extrasOf, NO_EXTRAS, setDraft, setExtras } from '../../../../renderer/conversation/composer/drafts.ts';
import { sendDraft } from '../../../../renderer/conversation/composer/send-draft.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';

/** Pending image reads, each finished by the test. */
const reading = vi.hoisted(() => new Map<string, PromiseWithResolvers<ImageBlock>>());
vi.mock('../../../../renderer/attachments/image-block.ts', () => ({
  toImageBlock: ({ name }: File) => reading.get(name)?.promise,
}));
vi.mock('../../../../renderer/conversation/composer/message-box.ts', () => ({ returnToMessageBox: () => undefined }));

const sendMessage = vi.hoisted(() =>
  vi.fn((_sessionId: string, _message: { text: string; extras: MessageExtras }) => Promise.resolve(true)),
);
vi.mock('../../../../renderer/store/session-actions.ts', () => ({ sendMessage, compact: vi.fn() }));

const image = (name: string): File => new File([name], name, { type: 'image/png' });
const read = (name: string): void =>
  reading.get(name)?.resolve({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: name } });

it('orders images as pasted, even when the first takes longest to read', async () => {
  for (const name of ['large', 'small']) reading.set(name, Promise.withResolvers());
  const large = attachFiles('s', [image('large')]);
  const small = attachFiles('s', [image('small')]);
  const other = attachFiles('other', [image('small')]);
  read('small');
  // Those of another session don't wait for it.
  await other;
  read('large');
  await Promise.all([large, small]);
  expect(extrasOf('s').images.map(({ source }) => source.data)).toEqual(['large', 'small']);
});

describe('Enter while an image loads', () => {
  /** The sent messages: text, and images by content. */
  const sent = () => sendMessage.mock.calls.map(([, { text, extras }]) => [text, extras.images.map(({ source }) => source.data)]);

  beforeEach(() => {
    sendMessage.mockClear();
    setDraft('e', '');
    setExtras('e', NO_EXTRAS);
    for (const name of ['large', 'small']) reading.set(name, Promise.withResolvers());
    useWindow.setState({ sessions: { e: { ...emptySlot(), status: 'ready' } } });
  });

  it('sends the message with it; later text and attachments belong to the next', async () => {
    void attachFiles('e', [image('large')]);
    setDraft('e', 'What is this?');
    const first = sendDraft('e');
    expect(draftOf('e')).toBe('');
    const small = attachFiles('e', [image('small')]);
    setDraft('e', 'And this?');
    const second = sendDraft('e');
    read('small');
    expect(sent()).toEqual([]);
    read('large');
    await Promise.all([first, second, small]);
    expect(sent()).toEqual([
      ['What is this?', ['large']],
      ['And this?', ['small']],
    ]);
    expect([draftOf('e'), extrasOf('e').images]).toEqual(['', []]);
  });

  it('sends an image without text', async () => {
    void attachFiles('e', [image('large')]);
    const first = sendDraft('e');
    read('large');
    await first;
    expect(sent()).toEqual([['', ['large']]]);
  });

  it('restores the message to the box if the image can’t be read', async () => {
    void attachFiles('e', [image('small'), image('large')]);
    setDraft('e', 'Compare these.');
    const first = sendDraft('e');
    setDraft('e', ' Well');
    read('small');
    reading.get('large')?.reject(new Error('The image can’t be read.'));
    await first;
    expect(sent()).toEqual([]);
    expect([draftOf('e'), extrasOf('e').images.map(({ source }) => source.data)]).toEqual(['Compare these. Well', ['small']]);
  });
});
