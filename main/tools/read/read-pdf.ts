import type { ToolResult } from '#main/tool/tool.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { OpenedFile } from '../file-access.ts';
import type { PageRange } from './media/media-job.ts';
import { runMediaJob } from './media/run-media-job.ts';
import type { ReadDetails, ReadOutput } from './read-output.ts';

const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** A longer document can only be read in ranges. */
const MAX_WHOLE_PAGES = 10;
const MAX_RANGE_PAGES = 20;
/** The Messages API accepts requests of up to 32 MB, and each request contains the whole conversation. */
const MAX_SENT_BYTES = 10 * 1024 * 1024;

const HEADER = '%PDF-';
/** PDF readers accept other bytes before the header. */
const HEADER_WITHIN_BYTES = 1024;

export function looksLikePdf(start: Buffer): boolean {
  return start.subarray(0, HEADER.length).toString('latin1') === HEADER;
}

/** Parses "3" or "3-7". `undefined` for an empty text, which models send instead of omitting the field. Throws a message for the model. */
export function pageRange(pages: string | undefined): PageRange | undefined {
  if (pages === undefined || pages.trim() === '') return undefined;
  const [, start, end = start] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/u.exec(pages) ?? [];
  const first = Number(start);
  const last = Number(end);
  if (!(first >= 1 && last >= first))
    throw new Error(`pages must be a page or a range of pages such as "3" or "1-5", not "${pages.slice(0, 50)}".`);
  if (last - first + 1 > MAX_RANGE_PAGES) throw new Error(`pages may name at most ${String(MAX_RANGE_PAGES)} pages at once.`);
  return { first, last };
}

export async function readPdf(
  file: string,
  opened: OpenedFile,
  pages: string | undefined,
  signal: AbortSignal,
): Promise<ToolResult<ReadOutput, ReadDetails>> {
  const range = pageRange(pages);
  if (opened.size > MAX_FILE_BYTES)
    throw new Error(`The PDF is too large: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_FILE_BYTES)}.`);
  const bytes = await opened.handle.readFile();
  if (!bytes.subarray(0, HEADER_WITHIN_BYTES).includes(HEADER)) throw new Error('This file is not a PDF, whatever its name says.');
  const cut = await runMediaJob({ type: 'cut_pdf', bytes, range, maxPages: MAX_WHOLE_PAGES }, signal);
  if (cut.outcome === 'refused') {
    const count = `The PDF has ${String(cut.pageCount)} pages`;
    throw new Error(
      range === undefined
        ? `${count}, too many to read at once. Set pages, for instance to "1-${String(MAX_WHOLE_PAGES)}" (at most ${String(MAX_RANGE_PAGES)} pages).`
        : `${count}; page ${String(range.first)} does not exist.`,
    );
  }
  if (cut.bytes.length > MAX_SENT_BYTES) {
    throw new Error(
      `Pages ${String(cut.range.first)}-${String(cut.range.last)} take ${formatBytes(cut.bytes.length)}, at most ${formatBytes(MAX_SENT_BYTES)} can be read at once. Set pages to a smaller range.`,
    );
  }
  return {
    data: { type: 'pdf', file: { filePath: file, base64: Buffer.from(cut.bytes).toString('base64'), originalSize: opened.size } },
    details: { pdf: { ...cut.range, pageCount: cut.pageCount } },
  };
}
