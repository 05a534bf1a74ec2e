import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import type { CutPdf, MediaJob } from './media-job.ts';

/** A complete file ends with this mark. */
const END_MARK = '%%EOF';
const END_MARK_WITHIN_BYTES = 1024;

/** Creates a PDF of some pages, or returns the whole document if no range is given and it is short enough. */
export async function cutPdf({ bytes, range, maxPages }: Extract<MediaJob, { type: 'cut_pdf' }>): Promise<CutPdf> {
  const { document, pageCount, decrypted } = await load(bytes);
  if (pageCount === 0) throw new Error('The PDF has no pages.');
  const outside = range === undefined ? pageCount > maxPages : range.first > pageCount;
  if (outside) return { outcome: 'refused', pageCount };
  const first = range?.first ?? 1;
  const last = Math.min(range?.last ?? pageCount, pageCount);
  // The API rejects damaged files. Copying the pages repairs most of them.
  const asIs = first === 1 && last === pageCount && !decrypted && Buffer.from(bytes).subarray(-END_MARK_WITHIN_BYTES).includes(END_MARK);
  return { outcome: 'cut', bytes: asIs ? bytes : await copyPages(document, first, last), range: { first, last }, pageCount };
}

interface LoadedPdf {
  readonly document: PDFDocument;
  readonly pageCount: number;
  readonly decrypted: boolean;
}

async function load(bytes: Uint8Array): Promise<LoadedPdf> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    return { document, pageCount: document.getPageCount(), decrypted: false };
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw new Error('The PDF is damaged and cannot be read.', { cause: error });
  }
  try {
    // Many are encrypted only to restrict printing, and open with an empty password.
    const document = await PDFDocument.load(bytes, { updateMetadata: false, password: '' });
    return { document, pageCount: document.getPageCount(), decrypted: true };
  } catch (error) {
    throw new Error('The PDF is encrypted and needs a password.', { cause: error });
  }
}

async function copyPages(document: PDFDocument, first: number, last: number): Promise<Uint8Array> {
  try {
    const part = await PDFDocument.create({ updateMetadata: false });
    const indexes = Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index);
    for (const page of await part.copyPages(document, indexes)) part.addPage(page);
    return await part.save();
  } catch (error) {
    throw new Error('The PDF is damaged: these pages cannot be copied out of it.', { cause: error });
  }
}
