import { MAX_EXTRA_CHARS, type ImageBlock, type MessageExtras } from '#shared/session/content.ts';
import { mentionOf } from '#shared/session/mention.ts';
import { client } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { showToast } from '../ui/toast.tsx';
import { addExtras, draftOf, extrasOf, setDraft } from './drafts.ts';
import { focusMessageBox } from './focus-message-box.ts';

const MAX_IMAGES = 20;
const MAX_TEXTS = 20;

/** A text too long for the box stands beside it. Resolves to whether there was room. */
export function attachText(sessionId: string, name: string, text: string): boolean {
  const { texts } = extrasOf(sessionId);
  const chars = texts.reduce((sum, one) => sum + one.text.length, text.length);
  if (texts.length >= MAX_TEXTS || chars > MAX_EXTRA_CHARS) {
    showToast({
      title: 'This is too much text for one message',
      detail: 'Save it as a file in the project and name that with @.',
      tone: 'danger',
    });
    return false;
  }
  const taken = new Set(texts.map((one) => one.name));
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${count}`;
  addExtras(sessionId, { images: [], texts: [{ name: unique, text }] });
  return true;
}

/** What is being attached, by session. */
const underWay = new Map<string, Promise<void>>();

/**
 * Images go along as images, files of the project by their name, other texts with their content. In the order they come, however long one
 * takes to be read.
 */
export function attachFiles(sessionId: string, files: readonly File[]): Promise<void> {
  const attached = (underWay.get(sessionId) ?? Promise.resolve()).then(() => attachAll(sessionId, files));
  underWay.set(sessionId, attached);
  return attached;
}

async function attachAll(sessionId: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      await attachFile(sessionId, file);
    } catch (error) {
      showToast({
        title: `“${file.name}” was not attached`,
        detail: error instanceof Error ? error.message : String(error),
        tone: 'danger',
      });
    }
  }
  focusMessageBox();
}

async function attachFile(sessionId: string, file: File): Promise<void> {
  if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') {
    if (extrasOf(sessionId).images.length >= MAX_IMAGES) throw new Error(`A message takes at most ${MAX_IMAGES} images.`);
    const { toImageBlock } = await import('./image-block.ts');
    addExtras(sessionId, { images: [await toImageBlock(file)], texts: [] });
    return;
  }
  const inside = pathInProject(file);
  if (inside !== undefined) {
    const before = draftOf(sessionId);
    setDraft(sessionId, `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${mentionOf(inside)} `);
    return;
  }
  if (file.size > MAX_EXTRA_CHARS) throw new Error('It is too large. Put it into the project and name it with @.');
  const text = new TextDecoder('utf-8', { fatal: true });
  let content: string;
  try {
    content = text.decode(await file.arrayBuffer());
  } catch {
    throw new Error('It is neither text nor an image that the model can see.');
  }
  if (content.includes('\0')) throw new Error('It is neither text nor an image that the model can see.');
  attachText(sessionId, file.name || 'File', content);
}

/** Relative to the project; only Electron knows where a file is. */
function pathInProject(file: File): string | undefined {
  const path = client().pathForFile(file);
  const projectDir = useWindow.getState().project?.projectDir;
  if (!path || projectDir === undefined || !path.startsWith(`${projectDir}/`)) return undefined;
  return path.slice(projectDir.length + 1);
}

export function withoutImage({ images, texts }: MessageExtras, image: ImageBlock): MessageExtras {
  return { images: images.filter((one) => one !== image), texts };
}

export function withoutText({ images, texts }: MessageExtras, name: string): MessageExtras {
  return { images, texts: texts.filter((one) => one.name !== name) };
}
