import type { ImageBlock } from '#shared/session/content.ts';
import { words } from './words.ts';

/** The model sees no more than this on the longer side; larger images only cost more. Pixels. */
const MAX_SIDE = 1568;
/** Smaller images are sent unchanged. Bytes. */
const SMALL = 400_000;
/** Larger files are refused without decoding, which takes memory per pixel. Bytes. */
const MAX_FILE = 50_000_000;
const SENT_AS_IS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An image for the Messages API, scaled down to what the model can see. @throws Error with a message for the user. */
export async function toImageBlock(file: Blob): Promise<ImageBlock> {
  if (file.size > MAX_FILE) throw new Error(words.imageTooLarge);
  // Reported below.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) throw new Error(words.imageUnreadable);
  const { width, height } = bitmap;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  try {
    if (scale === 1 && file.size <= SMALL && SENT_AS_IS.has(file.type)) return block(file.type, file);
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    const context = canvas.getContext('2d');
    if (!context) throw new Error(words.imageNotResized);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // PNG keeps screenshots sharp; photographs would be many times larger.
    const png = await canvas.convertToBlob({ type: 'image/png' });
    if (png.size <= SMALL * 2) return await block('image/png', png);
    return await block('image/jpeg', await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }));
  } finally {
    bitmap.close();
  }
}

async function block(mediaType: string, blob: Blob): Promise<ImageBlock> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: btoa(binary) } };
}
