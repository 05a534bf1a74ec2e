import * as photon from '@silvia-odwyer/photon-node';
import { imageSize } from 'image-size';
import { jpegWithin } from './jpeg-within.ts';
import type { FittedImage, MediaJob } from './media-job.ts';

/** Scales an image down so that it fits the limits. Never enlarges. Throws if it can't be decoded. */
export function fitImage({ bytes, limits }: Extract<MediaJob, { type: 'fit_image' }>): FittedImage {
  const decoded = decode(bytes);
  const { width, height } = fittingSize(decoded.get_width(), decoded.get_height(), limits.maxSide);
  const scaled = photon.resize(decoded, width, height, photon.SamplingFilter.CatmullRom);
  decoded.free();
  const upright = turned(scaled, imageSize(bytes).orientation ?? 1);
  const size = { width: upright.get_width(), height: upright.get_height() };
  const isPhoto = bytes[0] === 0xff;
  if (!isPhoto) {
    const png = upright.get_bytes();
    if (png.length <= limits.maxBytes) return { bytes: png, mediaType: 'image/png', ...size };
  }
  const opaque = isPhoto ? upright : onWhite(upright);
  const jpeg = jpegWithin(opaque, limits.maxBytes);
  if (jpeg === undefined) throw new Error('The image is too large even after scaling it down.');
  return { bytes: jpeg, mediaType: 'image/jpeg', ...size };
}

function decode(bytes: Uint8Array): photon.PhotonImage {
  try {
    return photon.PhotonImage.new_from_byteslice(bytes);
  } catch (error) {
    throw new Error('The image is damaged and cannot be decoded.', { cause: error });
  }
}

function fittingSize(width: number, height: number, maxSide: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Applies the rotation that cameras store with a photo (Exif orientation 2 to 8), which a new file would lose. */
function turned(image: photon.PhotonImage, orientation: number): photon.PhotonImage {
  if (orientation === 2 || orientation === 3 || orientation === 5 || orientation === 7) photon.fliph(image);
  if (orientation === 3 || orientation === 4) photon.flipv(image);
  if (orientation < 5 || orientation > 8) return image;
  return photon.rotate(image, orientation === 6 || orientation === 7 ? 90 : 270);
}

/** Puts the image on a white background, since JPEG has no transparency. */
function onWhite(image: photon.PhotonImage): photon.PhotonImage {
  const pixels = image.get_raw_pixels();
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 255) / 255;
    if (alpha === 1) continue;
    for (let channel = at; channel < at + 3; channel += 1) pixels[channel] = Math.round((pixels[channel] ?? 0) * alpha + 255 * (1 - alpha));
    pixels[at + 3] = 255;
  }
  return new photon.PhotonImage(pixels, image.get_width(), image.get_height());
}
