import type { MediaJob, PageRange, PdfPages } from './media-job.ts';
import { renderPdf } from './render-pdf.ts';
import { soundPdf } from './sound-pdf.ts';

/**
 * A short document as such, since the API then reads its text too. A range of pages as images, and so a short document that is too large to send
 * or that only the renderer, which forgives more, can open.
 */
export async function readPdfPages({ bytes, range, limits }: Extract<MediaJob, { type: 'read_pdf' }>): Promise<PdfPages> {
  const document = range === undefined ? await wholeDocument(bytes, limits.wholePages) : undefined;
  if (document?.outcome === 'refused' || (document && document.bytes.length <= limits.documentBytes)) return document;
  return renderPdf(bytes, range, limits);
}

async function wholeDocument(bytes: Uint8Array, maxPages: number): Promise<Exclude<PdfPages, { outcome: 'images' }> | undefined> {
  try {
    const sound = await soundPdf(bytes, maxPages);
    const { pageCount } = sound;
    if (pageCount > maxPages) return { outcome: 'refused', pageCount };
    const all: PageRange = { first: 1, last: pageCount };
    return { outcome: 'document', bytes: sound.bytes, range: all, pageCount };
  } catch {
    // The renderer tries next, and says why when it can't open it either.
    return undefined;
  }
}
