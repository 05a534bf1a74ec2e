import path from 'node:path';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { imageBlock, imageType, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import { decodeText } from '../text-file.ts';
import {
  deviceMessage,
  digestOf,
  findFile,
  formatBytes,
  missingFileMessage,
  type OpenedFile,
  openRegularFile,
  statOrUndefined,
} from '../file-access.ts';
import { absolutePath } from '../input-path.ts';
import { type ToolDeps, toolEnv } from '../tool-deps.ts';
import { notebookContent } from './notebook.ts';
import { BinaryFileError, pageTokens, readTextSlice } from './read-text.ts';
import { presentRead, type ReadOutput, readResultBlock } from './read-output.ts';

/** Kinds of file that are never text, by extension; images and notebooks are read in their own way. */
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
  pages: z.string().optional().describe('Page range of a PDF file, such as "1-5". Only for PDF files'),
});
type ReadInput = z.output<typeof inputSchema>;

const MAX_NOTEBOOK_BYTES = 100 * 1024 * 1024;

const PROMPT = `Reads a file from the local disk.

- file_path should be absolute.
- The whole file is read unless offset and limit say otherwise; long files come page by page.
- Every line is shown as its number, a tab, and its text.
- Images (PNG, JPEG, GIF, WebP) are shown to you as images; Jupyter notebooks as their cells with outputs.
- Folders can't be read with this tool: list them with ls through Bash.
- Read a file before you edit it. When several files may matter, read them all in one response.`;

export function createReadTool(deps: Pick<ToolDeps, 'projectDir' | 'env'>) {
  return buildTool<typeof inputSchema, ReadOutput, 'Read'>({
    name: 'Read',
    searchHint: 'read file contents, images, notebooks',
    inputSchema,
    maxResultSizeChars: Number.POSITIVE_INFINITY,
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
  if (input.file_path.includes('\0')) return { ok: false, message: 'file_path must not contain a null character.' };
  const file = absolutePath(input.file_path, context.cwd);
  // What a rule denies is left to the permission step, which names the rule and keeps the denial.
  if (!context.services.mayRead(file)) return { ok: true };
  if (path.extname(file).toLowerCase() === '.pdf') {
    return {
      ok: false,
      message: 'PDF files cannot be read yet. Extract the text with Bash (for instance: pdftotext FILE -) and read that.',
    };
  }
  if (input.pages !== undefined && input.pages !== '')
    return { ok: false, message: 'pages is only for PDF files. Use offset and limit for text.' };
  if (hasBinaryName(file)) return { ok: false, message: new BinaryFileError().message };
  // Reading it reports why it can't be read.
  const stats = await statOrUndefined(file).catch(() => undefined);
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return { ok: false, message: deviceMessage(input.file_path) };
  return { ok: true };
}

async function read(input: ReadInput, context: ToolUseContext, cap: number): Promise<ToolResult<ReadOutput>> {
  const asked = absolutePath(input.file_path, context.cwd);
  const file = await findFile(asked);
  if (file === undefined) throw new Error(await missingFileMessage(asked, context.cwd));
  const opened = await openRegularFile(file, file === asked ? context : withSiblingDecided(file, context));
  try {
    return { data: await readOpened(file, opened, input, context, cap) };
  } finally {
    await opened.handle.close();
  }
}

/** A file found under another spelling of its name stands, no link, in the folder that was decided about. */
function withSiblingDecided(file: string, context: ToolUseContext): ToolUseContext {
  const { decidedPaths } = context;
  if (decidedPaths === undefined) return context;
  return { ...context, decidedPaths: decidedPaths.map((decided) => path.join(path.dirname(decided), path.basename(file))) };
}

async function readOpened(file: string, opened: OpenedFile, input: ReadInput, context: ToolUseContext, cap: number): Promise<ReadOutput> {
  const start = Buffer.alloc(16);
  await opened.handle.read(start, 0, start.length, 0);
  const mediaType = imageType(start);
  if (mediaType !== undefined) return readImage(file, opened, mediaType);
  if (path.extname(file).toLowerCase() === '.ipynb') return readNotebook(file, opened, context);
  return readText(file, opened, input, context, cap);
}

async function readText(file: string, opened: OpenedFile, input: ReadInput, context: ToolUseContext, cap: number): Promise<ReadOutput> {
  const { signal } = context.abortController;
  const slice = await readTextSlice(opened.handle, opened.size, input, { cap, signal });
  const startLine = Math.max(1, input.offset ?? 1);
  if (slice.lines.length === 0) return { type: 'past_end', filePath: file, offset: startLine, totalLines: slice.totalLines };
  const numLines = slice.lines.length;
  const whole = numLines === slice.totalLines && slice.capped === undefined;
  const partial = whole ? undefined : { offset: startLine, limit: numLines };
  const before = context.readFileState.get(opened.realPath);
  const seen = before !== undefined && before.digest === slice.digest && before.origin !== 'write';
  if (seen && before.partial?.offset === partial?.offset && before.partial?.limit === partial?.limit)
    return { type: 'file_unchanged', filePath: file };
  const content = slice.lines.join('\n');
  context.readFileState.set(opened.realPath, {
    content,
    mtimeMs: opened.mtimeMs,
    digest: slice.digest,
    origin: 'read',
    ...(partial === undefined ? {} : { partial }),
  });
  return {
    type: 'text',
    filePath: file,
    content,
    numLines,
    startLine,
    totalLines: slice.totalLines,
    ...(slice.capped && { capped: slice.capped }),
  };
}

async function readImage(file: string, opened: OpenedFile, mediaType: string): Promise<ReadOutput> {
  if (opened.size > MAX_IMAGE_BYTES) {
    throw new Error(
      `The image is too large to show: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_IMAGE_BYTES)}. Make a smaller copy with Bash and read that.`,
    );
  }
  const bytes = await opened.handle.readFile();
  if (!isWholeImage(bytes, mediaType)) {
    throw new Error(
      'The image can’t be shown: it is damaged, cut off, or wider or higher than 8000 pixels. Look at it with Bash (file, xxd), or make a copy.',
    );
  }
  return { type: 'image', filePath: file, image: imageBlock(bytes, mediaType), size: opened.size };
}

async function readNotebook(file: string, opened: OpenedFile, context: ToolUseContext): Promise<ReadOutput> {
  if (opened.size > MAX_NOTEBOOK_BYTES)
    throw new Error(`The notebook is too large: ${formatBytes(opened.size)}, at most ${formatBytes(MAX_NOTEBOOK_BYTES)}.`);
  const bytes = await opened.handle.readFile();
  const { raw } = decodeText(bytes);
  const { cells, content } = notebookContent(raw);
  context.readFileState.set(opened.realPath, { content: raw, mtimeMs: opened.mtimeMs, digest: digestOf(bytes), origin: 'read' });
  return { type: 'notebook', filePath: file, cells, content };
}
