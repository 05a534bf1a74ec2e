import type { PhotonImage } from '@silvia-odwyer/photon-node';

/** From the best to the smallest. */
const JPEG_QUALITIES = [85, 60, 30];

/** The image as JPEG, as good as the limit allows; `undefined` if it is always too large. */
export function jpegWithin(image: PhotonImage, maxBytes: number): Uint8Array | undefined {
  for (const quality of JPEG_QUALITIES) {
    const jpeg = image.get_bytes_jpeg(quality);
    if (jpeg.length <= maxBytes) return jpeg;
  }
  return undefined;
}
