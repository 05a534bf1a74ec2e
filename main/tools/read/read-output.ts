import { systemReminder, withoutOwnTags, withoutTagsInBlocks } from '#main/tool/own-tags.ts';
import { z } from 'zod';
import { imageBlock, imageTypeSchema } from '#main/tool/image.ts';
import type { ResultContent } from '#shared/session/content.ts';
import type { PresentStage, ToolResultBlockParam } from '#main/tool/tool.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { displayPath } from '../input-path.ts';
import type { PageImage, PageRange } from './media/media-job.ts';
import { cellBlocks, type CellPage, cellPageNote, notebookCellSchema } from './notebook.ts';

export const readOutputSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    file: z.object({
      filePath: z.string(),
      /** Lines without numbers, joined with `\n`. Empty if the file ends before the first requested line. */
      content: z.string(),
      numLines: z.number(),
      /** 1-based. */
      startLine: z.number(),
      totalLines: z.number(),
      truncatedByTokenCap: z.boolean().optional(),
    }),
  }),
  z.object({
    type: z.literal('image'),
    file: z.object({
      base64: z.string(),
      type: imageTypeSchema,
      originalSize: z.number(),
      /** Pixels; `display…`: after scaling. */
      dimensions: z
        .object({ originalWidth: z.number(), originalHeight: z.number(), displayWidth: z.number(), displayHeight: z.number() })
        .partial()
        .optional(),
    }),
  }),
  z.object({ type: z.literal('pdf'), file: z.object({ filePath: z.string(), base64: z.string(), originalSize: z.number() }) }),
  z.object({
    type: z.literal('parts'),
    file: z.object({
      filePath: z.string(),
      originalSize: z.number(),
      /** Number of page images. */
      count: z.number(),
      /** Absolute; the page images. */
      outputDir: z.string(),
    }),
    firstPage: z.number().optional(),
  }),
  z.object({ type: z.literal('notebook'), file: z.object({ filePath: z.string(), cells: z.array(notebookCellSchema) }) }),
]);
export type ReadOutput = z.infer<typeof readOutputSchema>;

export interface ReadDetails {
  /** Tokens of the file and of a page, if only the first page is returned. */
  readonly capped?: Capped | undefined;
  /** The model already has this content. */
  readonly unchanged?: true;
  /** Set for a folder: `data` is the text of its listing. */
  readonly folder?: FolderListing;
  /** Set for a notebook. */
  readonly cellPage?: CellPage;
  /** Set for a PDF: the returned pages, and the total. */
  readonly pdf?: PageRange & { readonly pageCount: number };
  /** Set for `parts`: one for each page. */
  readonly pageImages?: readonly PageImage[];
}

interface FolderListing {
  readonly entries: number;
  /** False for a folder with too many entries to examine. */
  readonly isComplete: boolean;
}

export interface Capped {
  readonly tokens: number;
  readonly cap: number;
}

type TextFileOutput = Extract<ReadOutput, { type: 'text' }>['file'];

export function readResultBlock(output: ReadOutput, toolUseId: string, details: ReadDetails): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: resultContent(output, details) };
}

function resultContent(output: ReadOutput, { capped, unchanged, folder, pdf, pageImages, cellPage }: ReadDetails): ResultContent {
  if (unchanged) return 'Nothing new to read: file unchanged since your last Read. Its content is in that earlier result.';
  switch (output.type) {
    case 'text':
      return folder === undefined ? textContent(output.file, capped) : folderText(output.file, folder);
    case 'image':
      return imageContent(output.file);
    case 'pdf':
      return [
        { type: 'text', text: `PDF file ${output.file.filePath}: ${pagesText(pdf)}.` },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: output.file.base64 } },
      ];
    case 'parts':
      return pageBlocks(output.file.filePath, output.firstPage ?? 1, pdf, pageImages ?? []);
    case 'notebook':
      return withoutTagsInBlocks(notebookContent(output.file.cells, cellPage));
  }
}

function textContent(file: TextFileOutput, capped: Capped | undefined): string {
  const { numLines, startLine, totalLines, content } = file;
  if (numLines > 0) return partialNotice(file, capped) + numberLines(withoutOwnTags(content), startLine);
  return reminder(
    `Warning: the file exists but is shorter than the provided offset (${String(startLine)}). The file has ${String(totalLines)} lines${totalLines === 0 ? ': it is empty' : ''}.`,
  );
}

function notebookContent(cells: Extract<ReadOutput, { type: 'notebook' }>['file']['cells'], page: CellPage | undefined): ResultContent {
  const note = page && cellPageNote(page, cells.length);
  return [...(note === undefined ? [] : [{ type: 'text' as const, text: note }]), ...cellBlocks(cells)];
}

function folderText({ filePath, content, numLines }: TextFileOutput, { entries, isComplete }: FolderListing): string {
  if (entries === 0) return `The folder ${filePath} is empty.`;
  const more = entries - numLines;
  const rest = more > 0 ? `\n... ${isComplete ? '' : 'at least '}${counted(more, 'more entry', 'more entries')} not listed` : '';
  return `Folder ${filePath}:\n${withoutOwnTags(content)}${rest}`;
}

function imageContent({ base64, type, dimensions = {} }: Extract<ReadOutput, { type: 'image' }>['file']): ResultContent {
  const { originalWidth, originalHeight, displayWidth, displayHeight } = dimensions;
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: type, data: base64 } };
  if (originalWidth === displayWidth && originalHeight === displayHeight) return [image];
  const scaled = `The image is ${String(originalWidth)} × ${String(originalHeight)} pixels; it is shown scaled to ${String(displayWidth)} × ${String(displayHeight)}.`;
  return [{ type: 'text', text: scaled }, image];
}

function pageBlocks(filePath: string, first: number, pdf: ReadDetails['pdf'], images: readonly PageImage[]): ResultContent {
  return [
    { type: 'text', text: `PDF file ${filePath}: ${pagesText(pdf)}, as images.` },
    ...images.flatMap((image, index) => {
      const page = `Page ${String(first + index)}`;
      if (!image.bytes) return [{ type: 'text' as const, text: `${page} ${image.error}.` }];
      return [{ type: 'text' as const, text: `${page}:` }, imageBlock(image.bytes, image.mediaType)];
    }),
  ];
}

function pagesText(pages: ReadDetails['pdf']): string {
  if (pages === undefined) return 'some of its pages';
  const { first, last, pageCount } = pages;
  return `${first === last ? `page ${String(first)}` : `pages ${String(first)}-${String(last)}`} of ${String(pageCount)}`;
}

/** `N<TAB>text`, without padding. */
function numberLines(content: string, startLine: number): string {
  return content
    .split('\n')
    .map((line, index) => `${String(startLine + index)}\t${line}`)
    .join('\n');
}

function partialNotice({ startLine, numLines, totalLines }: TextFileOutput, capped: Capped | undefined): string {
  if (capped === undefined) return '';
  const last = startLine + numLines - 1;
  const more =
    last < totalLines
      ? `Call Read with offset=${String(last + 1)} limit=${String(numLines)} to read on.`
      : 'The last line shown is cut; use Bash to see the rest of it.';
  return `${reminder(
    `[Truncated: PARTIAL view — showing lines ${String(startLine)}-${String(last)} of ${String(totalLines)} total (${String(capped.tokens)} tokens, cap ${String(capped.cap)}). ${more}]`,
  )}\n`;
}

function reminder(text: string): string {
  return systemReminder(text);
}

const MAX_SHOWN_CHARS = 20_000;

export function presentRead(stage: PresentStage<ReadOutput, ReadDetails>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view = { kind: 'read' as const, title: 'Read', summary: oneLine(path + rangeOf(stage.input)) };
  return presentStages(stage, view, describe);
}

function rangeOf(input: Readonly<Record<string, unknown>>): string {
  const { offset, limit } = input;
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const start = typeof offset === 'number' ? Math.max(1, offset) : 1;
  return typeof limit === 'number' ? ` (lines ${String(start)}–${String(start + limit - 1)})` : ` (from line ${String(start)})`;
}

function describe(output: ReadOutput, { unchanged, folder, pdf }: ReadDetails): Pick<ToolView, 'outcome' | 'detail'> {
  if (unchanged) return { outcome: 'unchanged' };
  switch (output.type) {
    case 'text':
      return folder === undefined
        ? describeText(output.file)
        : { ...describeText(output.file), outcome: counted(folder.entries, 'entry', 'entries') };
    case 'image':
      return { outcome: `image, ${formatBytes(output.file.originalSize)}` };
    case 'pdf':
    case 'parts':
      return { outcome: pagesText(pdf) };
    case 'notebook':
      return { outcome: counted(output.file.cells.length, 'cell') };
  }
}

function describeText({
  content,
  numLines,
  totalLines,
  truncatedByTokenCap = false,
}: TextFileOutput): Pick<ToolView, 'outcome' | 'detail'> {
  if (numLines === 0) return { outcome: totalLines === 0 ? 'empty' : 'past the end' };
  const text = content.slice(0, MAX_SHOWN_CHARS);
  // The empty line after the last line feed isn't counted for people.
  const lines = content.endsWith('\n') ? numLines - 1 : numLines;
  return {
    outcome: truncatedByTokenCap ? `first ${counted(lines, 'line')} of ${String(totalLines)}` : counted(lines, 'line'),
    detail: { type: 'text', text, truncated: text.length < content.length || truncatedByTokenCap },
  };
}
