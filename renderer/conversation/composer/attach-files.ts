import { MAX_EXTRA_CHARS, MAX_IMAGES, type ImageBlock, type MessageExtras } from '#shared/session/content.ts';
import { mentionOf } from '#shared/session/mention.ts';
import { errorMessage } from '#shared/error-message.ts';
import { isImageFile } from '../../attachments/image-files.ts';
import { words as attachmentWords } from '../../attachments/words.ts';
import { client } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import type { DraftTarget } from './drafts.ts';
import { returnToMessageBox } from './message-box.ts';
import { words } from '../words.ts';

const MAX_TEXTS = 20;

/** Returns whether it fitted. */
export function attachText(target: DraftTarget, name: string, text: string): boolean {
  const { texts } = target.get().extras;
  const chars = texts.reduce((sum, one) => sum + one.text.length, text.length);
  if (texts.length >= MAX_TEXTS || chars > MAX_EXTRA_CHARS) {
    showToast({
      title: words.tooMuchText,
      detail: words.tooMuchTextDetail,
      tone: 'danger',
    });
    return false;
  }
  const taken = new Set(texts.map((one) => one.name));
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${count}`;
  add(target, { images: [], texts: [{ name: unique, text }] });
  return true;
}

/**
 * Attaches images, project files as mentions, and other text files with their content. Resolves to whether all were attached.
 * @param target called for each file, since the message may be sent meanwhile.
 */
export async function attachAll(target: () => DraftTarget, files: readonly File[]): Promise<boolean> {
  let all = true;
  for (const file of files) {
    try {
      all = (await attachFile(target, file)) && all;
    } catch (error) {
      all = false;
      showToast({
        title: attachmentWords.notAttached(file.name),
        detail: errorMessage(error),
        tone: 'danger',
      });
    }
  }
  returnToMessageBox();
  return all;
}

async function attachFile(target: () => DraftTarget, file: File): Promise<boolean> {
  if (isImageFile(file)) {
    if (target().get().extras.images.length >= MAX_IMAGES) throw new Error(attachmentWords.tooManyImages(MAX_IMAGES));
    const { toImageBlock } = await import('../../attachments/image-block.ts');
    const image = await toImageBlock(file);
    add(target(), { images: [image], texts: [] });
    return true;
  }
  const inside = pathInProject(file);
  if (inside !== undefined) {
    const { text: before, extras } = target().get();
    target().set({ text: `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${mentionOf(inside)} `, extras });
    return true;
  }
  if (file.size > MAX_EXTRA_CHARS) throw new Error(words.fileTooLarge);
  const text = new TextDecoder('utf-8', { fatal: true });
  let content: string;
  try {
    content = text.decode(await file.arrayBuffer());
  } catch {
    throw new Error(words.fileNotSupported);
  }
  if (content.includes('\0')) throw new Error(words.fileNotSupported);
  return attachText(target(), file.name || words.file, content);
}

/** Keeps existing attachments first. */
function add(target: DraftTarget, { images, texts }: MessageExtras): void {
  const { text, extras } = target.get();
  target.set({ text, extras: { images: [...extras.images, ...images], texts: [...extras.texts, ...texts] } });
}

/** Relative to the project; only Electron knows a file's path. */
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
