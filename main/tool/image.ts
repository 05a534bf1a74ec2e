import { z } from 'zod';
import type { ImageBlock } from '#shared/session/content.ts';

/** The Messages API takes at most 5 MB of base64 per image. */
export const MAX_IMAGE_BYTES = 3_750_000;

/** Pixels: the longest side the Messages API takes. */
const MAX_IMAGE_SIDE = 8000;

/** The kinds of image that the Messages API takes. */
export const imageTypeSchema = z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
export type ImageType = z.infer<typeof imageTypeSchema>;

/** Media type by magic number. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const startsWith = (...magic: number[]): boolean => magic.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  if (startsWith(0x52, 0x49, 0x46, 0x46) && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP') return 'image/webp';
  return undefined;
}

/**
 * Whether an image is complete, judging by its header and trailer: plausible dimensions and a proper end. The API rejects a request with
 * a damaged image, and would then reject every later request of the conversation.
 */
export function isWholeImage(bytes: Uint8Array, mediaType: ImageType): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (at: number, text: string): boolean => view.toString('latin1', at, at + text.length) === text;
  const sizes = (width: number, height: number): boolean => [width, height].every((side) => side > 0 && side <= MAX_IMAGE_SIDE);
  switch (mediaType) {
    case 'image/png':
      return view.length >= 45 && has(12, 'IHDR') && sizes(view.readUInt32BE(16), view.readUInt32BE(20)) && has(view.length - 8, 'IEND');
    case 'image/gif':
      return (
        view.length >= 14 &&
        (has(0, 'GIF87a') || has(0, 'GIF89a')) &&
        sizes(view.readUInt16LE(6), view.readUInt16LE(8)) &&
        view.at(-1) === 0x3b
      );
    case 'image/webp':
      return view.length >= 20 && has(12, 'VP8') && view.readUInt32LE(4) + 8 === view.length;
    case 'image/jpeg':
      return view.length >= 4 && view.readUInt16BE(view.length - 2) === 0xffd9;
  }
}

export function imageBlock(bytes: Uint8Array, mediaType: string): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: Buffer.from(bytes).toString('base64') } };
}
