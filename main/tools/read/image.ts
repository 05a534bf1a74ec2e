import type { ImageBlock } from '#shared/session/content.ts';

/** The Messages API takes at most 5 MB of base64 per image. */
export const MAX_IMAGE_BYTES = 3_750_000;

/** Media type by magic number, for the kinds the Messages API takes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const startsWith = (...magic: number[]): boolean => magic.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  if (startsWith(0x52, 0x49, 0x46, 0x46) && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP') return 'image/webp';
  return undefined;
}

export function imageBlock(bytes: Uint8Array, mediaType: string): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: Buffer.from(bytes).toString('base64') } };
}
