import path from 'node:path';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import { imageType } from '#main/tool/image.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { decodeText } from '../text-file.ts';
import {
  deviceMessage,
  digestOf,
  findFile,
  isKernelFile,
  kernelFileMessage,
  missingFileMessage,
  type OpenedFile,
  openRegularFile,
  quickStat,
} from '../file-access.ts';
import { absolutePath, pathProblem } from '../input-path.ts';
import { CIRCLE, circleMessage, linkTarget } from '../link-target.ts';
import { type ToolDeps, toolEnv } from '../tool-deps.ts';
import { notebookCells } from './notebook.ts';
import { readFolder } from './read-folder.ts';
import { readImage } from './read-image.ts';
import { looksLikePdf, pageRange, readPdf } from './read-pdf.ts';
import { BinaryFileError, CHARS_PER_TOKEN, pageTokens, readTextSlice } from './read-text.ts';
import { presentRead, type ReadDetails, type ReadOutput, readOutputSchema, readResultBlock } from './read-output.ts';

/** Extensions of files that are never text, except images, PDF files and notebooks. */
const BINARY_EXTENSIONS = new Set(
  (
    '7z a ai app avi bin bmp bz2 class dat db deb dmg doc docx dll dylib ear eot exe flac flv gz heic ico iso jar key lib lz m4a m4v mkv mov mp3 ' +
    'mp4 mpeg mpg msi numbers o obj odp ods odt ogg otf pages pkg ppt pptx pyc pyd pyo rar rpm so sqlite sqlite3 tar tgz tif tiff ttf wasm war ' +
    'wav webm wma wmv woff woff2 xls xlsx xz zip zst'
  ).split(' '),
);

function hasBinaryName(file: string): boolean {
  return BINARY_EXTENSIONS.has(path.extname(file).slice(1).toLowerCase());
}

const inputSchema = z.strictObject({
  file_path: z.string().describe('The absolute path of the file to read'),
  offset: z.number().int().nonnegative().optional().describe('The line to start at, from 1. Only for files too large to read at once'),
  limit: z.number().int().positive().optional().describe('How many lines to read. Only for files too large to read at once'),
  pages: z.string().optional().describe('Page range of a PDF file, such as "1-5" or "3", at most 20 pages. Only for PDF files'),
});
type ReadInput = z.output<typeof inputSchema>;

const MAX_NOTEBOOK_BYTES = 100 * 1024 * 1024;

const PROMPT = `Reads a file from the local disk.

- file_path should be absolute.
- The whole file is read unless offset and limit say otherwise; long files come page by page.
- Every line is shown as its number, a tab, and its text.
- Images (PNG, JPEG, GIF, WebP) are shown to you as images, scaled down if they are large; Jupyter notebooks as their cells with outputs.
- A PDF file is shown to you as a document; with pages (at most 20 at once), and so above 10 pages, as one image per page.
- A folder is listed.
- Read a file before you edit it. When several files may matter, read them all in one response.`;

export function createReadTool(deps: Pick<ToolDeps, 'projectDir' | 'env'>) {
  return buildTool<typeof inputSchema, ReadOutput, 'Read', ReadDetails>({
    name: 'Read',
    searchHint: 'read file contents, images, PDF files, notebooks',
    inputSchema,
    ignoredFields: ['allow_large'],
    outputSchema: readOutputSchema,
    maxResultSizeChars: Number.POSITIVE_INFINITY,
    escapesOwnTags: true,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => input.file_path,
    backfillObservableInput: (clone, context) => ({ ...clone, file_path: absolutePath(clone.file_path, context.cwd) }),
    validateInput: validate,
    call: (input, context) => read(input, context, pageTokens(toolEnv(deps))),
    mapToolResultToToolResultBlockParam: readResultBlock,
    present: (stage) => presentRead(stage, deps.projectDir),
  });
}

async function validate(input: ReadInput, context: ToolUseContext): Promise<ValidationResult> {
  const problem = pathProblem(input.file_path);
  if (problem !== undefined) return { ok: false, message: problem };
  const file = absolutePath(input.file_path, context.cwd);
  // If a rule denies it, the permission step names the rule.
  if (!context.services.mayRead(file)) return { ok: true };
  try {
    pageRange(input.pages);
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
  if (hasBinaryName(file)) return { ok: false, message: new BinaryFileError().message };
  if (isKernelFile(file)) return { ok: false, message: kernelFileMessage(input.file_path) };
  if (linkTarget(file) === CIRCLE) return { ok: false, message: circleMessage(input.file_path) };
  // The call reports why it can't be read.
  const stats = quickStat(file);
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return { ok: false, message: deviceMessage(input.file_path) };
  return { ok: true };
}

type ReadResult = ToolResult<ReadOutput, ReadDetails>;

async function read(input: ReadInput, context: ToolUseContext, cap: number): Promise<ReadResult> {
  const asked = absolutePath(input.file_path, context.cwd);
  const file = findFile(asked);
  if (file === undefined) throw new Error(await missingFileMessage(asked, context.cwd));
  if (quickStat(file)?.isDirectory() === true) return readFolder(file, context);
  const opened = openRegularFile(file, file === asked ? context : withSiblingDecided(file, context));
  try {
    return await readOpened(file, opened, input, context, cap);
  } finally {
    opened.reader.close();
  }
}

/** Applies the decision to a file found under another spelling of its name, in the same folder. */
function withSiblingDecided(file: string, context: ToolUseContext): ToolUseContext {
  const { decidedPaths } = context;
  if (decidedPaths === undefined) return context;
  return { ...context, decidedPaths: decidedPaths.map((decided) => path.join(path.dirname(decided), path.basename(file))) };
}

async function readOpened(file: string, opened: OpenedFile, input: ReadInput, context: ToolUseContext, cap: number): Promise<ReadResult> {
  const start = await opened.reader.readStart(opened.size);
  const mediaType = imageType(start);
  const { signal } = context.abortController;
  if (looksLikePdf(start) || path.extname(file).toLowerCase() === '.pdf') return readPdf(file, opened, input.pages, context);
  if (pageRange(input.pages) !== undefined) throw new Error('pages is only for PDF files. Use offset and limit for text.');
  if (mediaType !== undefined) return readImage(opened, mediaType, signal);
  if (path.extname(file).toLowerCase() === '.ipynb') return readNotebook(file, opened, input, context, cap);
  return readText(file, opened, start, input, context, cap);
}

async function readText(
  file: string,
  opened: OpenedFile,
  start: Buffer,
  input: ReadInput,
  context: ToolUseContext,
  cap: number,
): Promise<ReadResult> {
  const { signal } = context.abortController;
  const slice = await readTextSlice(opened, start, input, { cap, signal });
  const startLine = Math.max(1, input.offset ?? 1);
  const numLines = slice.lines.length;
  const content = slice.lines.join('\n');
  const { totalLines, capped } = slice;
  const result = { filePath: file, content, numLines, startLine, totalLines, ...(capped && { truncatedByTokenCap: true }) };
  const data: ReadOutput = { type: 'text', file: result };
  if (numLines === 0) return { data, details: {} };
  const whole = numLines === totalLines && capped === undefined;
  const partial = whole ? undefined : { offset: startLine, limit: numLines };
  const before = context.readFileState.get(opened.realPath);
  const seen = before !== undefined && before.digest === slice.digest && before.origin !== 'write';
  if (seen && before.partial?.offset === partial?.offset && before.partial?.limit === partial?.limit)
    return { data, details: { unchanged: true } };
  context.readFileState.set(opened.realPath, {
    content,
    mtimeMs: opened.mtimeMs,
    digest: slice.digest,
    origin: 'read',
    ...(partial === undefined ? {} : { partial }),
  });
  return { data, details: { capped } };
}

async function readNotebook(file: string, opened: OpenedFile, input: ReadInput, context: ToolUseContext, cap: number): Promise<ReadResult> {
  if (opened.size > MAX_NOTEBOOK_BYTES)
    throw new Error(`The notebook is too large: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_NOTEBOOK_BYTES)}.`);
  const bytes = await opened.reader.readAll(opened.size);
  const { raw } = decodeText(bytes);
  const { cells, page } = notebookCells(raw, input, cap * CHARS_PER_TOKEN);
  context.readFileState.set(opened.realPath, { content: raw, mtimeMs: opened.mtimeMs, digest: digestOf(bytes), origin: 'read' });
  return { data: { type: 'notebook', file: { filePath: file, cells: [...cells] } }, details: { cellPage: page } };
}
