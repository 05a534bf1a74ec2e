import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import { jpegWithin } from './jpeg-within.ts';
import type { PageImage, PageRange, PdfLimits, PdfPages } from './media-job.ts';

/** Pages after this time are left out, so that the model gets the others before the whole job is given up. */
const MAX_MS = 30_000;
/** Pixels per point, of which an inch has 72: small pages aren't enlarged further. */
const MAX_SCALE = 4;

/** Of a JPEG: those of drawings and text are smaller. */
const SCAN_BYTES_PER_PIXEL = 0.2;
/** How many times as large a PNG may be. */
const PNG_WORTH = 2;

const UNREADABLE = 'could not be drawn: it is damaged or too complex';

/** Draws pages of a PDF, forms filled in. @throws Error with a message for the model. */
export async function renderPdf(bytes: Uint8Array, range: PageRange | undefined, limits: PdfLimits): Promise<PdfPages> {
  const startedAt = performance.now();
  const document = await open(bytes);
  const pageCount = document.getPageCount();
  if (pageCount === 0) throw new Error('The PDF has no pages.');
  const outside = range === undefined ? pageCount > limits.wholePages : range.first > pageCount;
  if (outside) return { outcome: 'refused', pageCount };
  const first = range?.first ?? 1;
  const last = Math.min(range?.last ?? pageCount, pageCount);
  const maxBytes = Math.min(MAX_IMAGE_BYTES, limits.imagesBytes / (last - first + 1));
  const images: PageImage[] = [];
  for (let page = first; page <= last; page += 1) {
    if (performance.now() - startedAt > MAX_MS) images.push({ error: 'was left out: drawing the pages takes too long. Ask for fewer' });
    else images.push(await renderPage(document, page, limits.imageSide, maxBytes));
  }
  // The others say why.
  if (!images.some((image) => image.bytes)) throw new Error('The PDF is damaged: none of these pages can be drawn.');
  return { outcome: 'images', images, range: { first, last }, pageCount };
}

async function open(bytes: Uint8Array): Promise<PDFiumDocument> {
  const require = createRequire(import.meta.url);
  const { buffer, byteOffset, byteLength } = await readFile(require.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const library = await PDFiumLibrary.init({ wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) });
  try {
    // Many are encrypted only to restrict printing, and open with an empty password.
    return await library.loadDocument(bytes);
  } catch (error) {
    const isLocked = error instanceof Error && /password|security/iu.test(error.message);
    throw new Error(isLocked ? 'The PDF is encrypted and needs a password.' : 'The PDF is damaged and cannot be read.', { cause: error });
  }
}

async function renderPage(document: PDFiumDocument, number: number, maxSide: number, maxBytes: number): Promise<PageImage> {
  try {
    const page = document.getPage(number - 1);
    const size = imageSizeOf(page, maxSide);
    if (size === undefined) return { error: UNREADABLE };
    const { data } = await page.render({ ...size, render: 'bitmap', renderFormFields: true });
    return encode(new PhotonImage(data, size.width, size.height), maxBytes);
  } catch {
    // Its content is hostile or beyond the renderer's memory; later pages may still be fine.
    return { error: UNREADABLE };
  }
}

/** A page can claim any size: the image keeps its shape within `maxSide`. */
function imageSizeOf(
  page: PDFiumPage,
  maxSide: number,
): { readonly width: number; readonly height: number; readonly scale: 1 } | undefined {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longer = Math.max(originalWidth, originalHeight);
  if (!(longer > 0 && Number.isFinite(longer))) return undefined;
  const scale = Math.min(MAX_SCALE, maxSide / longer);
  const pixels = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: pixels(originalWidth), height: pixels(originalHeight), scale: 1 };
}

/** Drawings are smaller and sharper as PNG, scans smaller as JPEG. */
function encode(image: PhotonImage, maxBytes: number): PageImage {
  const jpeg = jpegWithin(image, maxBytes);
  if (jpeg === undefined) return { error: UNREADABLE };
  // Making a PNG of a scan takes long.
  const isScan = jpeg.length / (image.get_width() * image.get_height()) > SCAN_BYTES_PER_PIXEL;
  const png = isScan ? undefined : image.get_bytes();
  image.free();
  if (png && png.length <= maxBytes && png.length <= PNG_WORTH * jpeg.length) return { bytes: png, mediaType: 'image/png' };
  return { bytes: jpeg, mediaType: 'image/jpeg' };
}
