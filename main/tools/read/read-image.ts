import { type ImageType, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import type { ToolResult } from '#main/tool/tool.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { OpenedFile } from '../file-access.ts';
import { runMediaJob } from './media/run-media-job.ts';
import type { ReadDetails, ReadOutput } from './read-output.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Checked before decoding: an image of a few KB can claim any size, and a pixel takes four bytes. */
const MAX_PIXELS = 100_000_000;
/** Pixels. The Messages API refuses larger images in a request with more than 20. */
const MAX_SENT_SIDE = 2000;

/** Reads an image for the Messages API and scales it down if it is too large. */
export async function readImage(
  opened: OpenedFile,
  mediaType: ImageType,
  signal: AbortSignal,
): Promise<ToolResult<ReadOutput, ReadDetails>> {
  if (opened.size > MAX_FILE_BYTES)
    throw new Error(`The image file is too large: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_FILE_BYTES)}.`);
  const bytes = await opened.reader.readAll(opened.size);
  const { width, height } = await sizeOf(bytes);
  if (width * height > MAX_PIXELS)
    throw new Error(
      `The image is too large: ${String(width)} × ${String(height)} pixels, at most ${String(MAX_PIXELS / 1_000_000)} megapixels.`,
    );
  const original = { originalWidth: width, originalHeight: height };
  const fits = Math.max(width, height) <= MAX_SENT_SIDE && bytes.length <= MAX_IMAGE_BYTES && isWholeImage(bytes, mediaType);
  if (fits) {
    const dimensions = { ...original, displayWidth: width, displayHeight: height };
    return imageResult({ base64: bytes.toString('base64'), type: mediaType, originalSize: opened.size, dimensions });
  }
  const limits = { maxSide: MAX_SENT_SIDE, maxBytes: MAX_IMAGE_BYTES };
  const fitted = await runMediaJob({ type: 'fit_image', bytes, limits }, signal);
  return imageResult({
    base64: Buffer.from(fitted.bytes).toString('base64'),
    type: fitted.mediaType,
    originalSize: opened.size,
    dimensions: { ...original, displayWidth: fitted.width, displayHeight: fitted.height },
  });
}

function imageResult(file: Extract<ReadOutput, { type: 'image' }>['file']): ToolResult<ReadOutput, ReadDetails> {
  return { data: { type: 'image', file }, details: {} };
}

async function sizeOf(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(bytes);
    if (width > 0 && height > 0) return { width, height };
  } catch {
    // As for an image without a size.
  }
  throw new Error('The image is damaged: its dimensions cannot be read.');
}
