import { open } from 'node:fs/promises';
import type { ImageBlock } from '#shared/session/content.ts';
import { imageBlock, imageType, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';

/** A quick look at what was printed, as text: magic numbers that aren't valid UTF-8 turn into replacement characters. */
export function startsLikeImage(output: string): boolean {
  return /^(?:\ufffdPNG|\ufffd{3}|GIF8|RIFF)/.test(output);
}

/** An image that a command printed as it is, found by its first bytes and whole; text that merely begins like one stays text. A terminal puts a `\r` before every `\n`: taken out again. */
export async function printedImage(outputPath: string): Promise<ImageBlock | 'too large' | undefined> {
  const handle = await open(outputPath, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const start = Buffer.alloc(32);
    await handle.read(start, 0, start.length, 0);
    if (imageType(asPrinted(start)) === undefined) return undefined;
    if ((await handle.stat()).size > MAX_IMAGE_BYTES) return 'too large';
    const bytes = asPrinted(await handle.readFile());
    const mediaType = imageType(bytes);
    return mediaType !== undefined && isWholeImage(bytes, mediaType) ? imageBlock(bytes, mediaType) : undefined;
  } finally {
    await handle.close();
  }
}

function asPrinted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
