import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';

/** A complete file ends with this mark. */
const END_MARK = '%%EOF';
const END_MARK_WITHIN_BYTES = 1024;

interface SoundPdf {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
}

/** A document as the API takes it: decrypted and repaired. Of one with more than `maxPages` pages, only their number. */
export async function soundPdf(bytes: Uint8Array, maxPages: number): Promise<SoundPdf> {
  const { document, pageCount, decrypted } = await load(bytes);
  if (pageCount === 0) throw new Error('The PDF has no pages.');
  const asIs = pageCount > maxPages || (!decrypted && Buffer.from(bytes).subarray(-END_MARK_WITHIN_BYTES).includes(END_MARK));
  // Copying the pages repairs most damaged files.
  return { bytes: asIs ? bytes : await copyPages(document, pageCount), pageCount };
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

async function copyPages(document: PDFDocument, pageCount: number): Promise<Uint8Array> {
  try {
    const part = await PDFDocument.create({ updateMetadata: false });
    const indexes = Array.from({ length: pageCount }, (_, index) => index);
    for (const page of await part.copyPages(document, indexes)) part.addPage(page);
    return await part.save();
  } catch (error) {
    throw new Error('The PDF is damaged: its pages cannot be copied out of it.', { cause: error });
  }
}
