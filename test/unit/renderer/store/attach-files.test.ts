import { expect, it, vi } from 'vitest';
import type { ImageBlock } from '#shared/session/content.ts';
import { attachFiles } from '../../../../renderer/conversation/attach-files.ts';
import { extrasOf } from '../../../../renderer/conversation/drafts.ts';

/** How images are read: each when the test says so. */
const reading = vi.hoisted(() => new Map<string, PromiseWithResolvers<ImageBlock>>());
vi.mock('../../../../renderer/conversation/image-block.ts', () => ({
  toImageBlock: ({ name }: File) => reading.get(name)?.promise,
}));
vi.mock('../../../../renderer/conversation/focus-message-box.ts', () => ({ focusMessageBox: () => undefined }));

const image = (name: string): File => new File([name], name, { type: 'image/png' });
const read = (name: string): void =>
  reading.get(name)?.resolve({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: name } });

it('puts images in the order they were pasted in, though the first takes longer to be read', async () => {
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
