import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeResultFolder } from '#main/tool/result-file.ts';
import type { ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { OpenedFile } from '../file-access.ts';
import type { PageImage, PageRange, PdfLimits } from './media/media-job.ts';
import { runMediaJob } from './media/run-media-job.ts';
import type { ReadDetails, ReadOutput } from './read-output.ts';

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_RANGE_PAGES = 20;
/** The Messages API accepts requests of up to 32 MB, and each request contains the whole conversation. */
const MAX_SENT_BYTES = 10 * 1024 * 1024;
/** `imageSide`: models scale larger images down. */
const LIMITS: PdfLimits = { wholePages: 10, documentBytes: MAX_SENT_BYTES, imagesBytes: MAX_SENT_BYTES, imageSide: 1568 };

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
  context: ToolUseContext,
): Promise<ToolResult<ReadOutput, ReadDetails>> {
  const range = pageRange(pages);
  if (opened.size > MAX_FILE_BYTES)
    throw new Error(`The PDF is too large: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_FILE_BYTES)}.`);
  const bytes = await opened.reader.readAll(opened.size);
  if (!bytes.subarray(0, HEADER_WITHIN_BYTES).includes(HEADER)) throw new Error('This file is not a PDF, whatever its name says.');
  const read = await runMediaJob({ type: 'read_pdf', bytes, range, limits: LIMITS }, context.abortController.signal);
  switch (read.outcome) {
    case 'refused':
      throw new Error(refusal(range, read.pageCount));
    case 'document':
      return {
        data: { type: 'pdf', file: { filePath: file, base64: Buffer.from(read.bytes).toString('base64'), originalSize: opened.size } },
        details: { pdf: { ...read.range, pageCount: read.pageCount } },
      };
    case 'images': {
      const outputDir = await savePages(read.images, read.range.first, context);
      const count = read.images.filter(({ bytes: image }) => image).length;
      return {
        data: { type: 'parts', file: { filePath: file, originalSize: opened.size, count, outputDir }, firstPage: read.range.first },
        details: { pdf: { ...read.range, pageCount: read.pageCount }, pageImages: read.images },
      };
    }
  }
}

function refusal(range: PageRange | undefined, pageCount: number): string {
  const count = `The PDF has ${String(pageCount)} pages`;
  return range === undefined
    ? `${count}, too many to read at once. Set pages, for instance to "1-${String(LIMITS.wholePages)}" (at most ${String(MAX_RANGE_PAGES)} pages).`
    : `${count}; page ${String(range.first)} does not exist.`;
}

/** Hooks get the folder in `tool_response`. */
async function savePages(images: readonly PageImage[], first: number, { session, toolUseId }: ToolUseContext): Promise<string> {
  const folder = await makeResultFolder(session.sessionDir, toolUseId);
  for (const [index, image] of images.entries()) {
    if (!image.bytes) continue;
    const name = `page-${String(first + index)}.${image.mediaType === 'image/png' ? 'png' : 'jpg'}`;
    await writeFile(join(folder, name), image.bytes, { mode: 0o600 });
  }
  return folder;
}
