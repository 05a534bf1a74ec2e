import { readVariable } from '#main/environment.ts';
import { createHash } from 'node:crypto';
import { formatBytes } from '#shared/format-bytes.ts';
import type { OpenedFile } from '../file-access.ts';
import { type FileReader, PIECE_BYTES } from '../file-reader.ts';
import { detectEncoding, looksBinary, type TextEncoding, textDecoder } from '../text-file.ts';
import { Windows1252Evidence } from '../windows-1252.ts';
import { MAX_EDITABLE_BYTES } from '../write-text-file.ts';
import type { Capped } from './read-output.ts';

/** Estimated characters per token. */
export const CHARS_PER_TOKEN = 4;

/** Maximum tokens of text in one result: `CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS`, or the default. */
export function pageTokens(env: Readonly<Record<string, string | undefined>>): number {
  return readVariable(env, 'CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS');
}

/** A larger file is refused without offset or limit. */
export const MAX_WHOLE_BYTES = 256 * 1024;

export interface TextSlice {
  readonly lines: readonly string[];
  /** Includes the empty one after a last line feed; 0 for an empty file. In a large file, only those that were read. */
  readonly totalLines: number;
  /** Identifies the content: SHA-256 of all bytes, hex; for a large file, derived from its size and modification time. */
  readonly digest: string;
  /** Set if `lines` contains only the first page of the request. */
  readonly capped?: Capped;
}

export interface LineRange {
  /** 1-based; 0 counts as 1. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface PageOptions {
  /** Maximum tokens per page. */
  readonly cap: number;
  readonly signal: AbortSignal;
}

export class BinaryFileError extends Error {
  constructor() {
    super('This tool cannot read binary files. Use Bash with a tool made for this kind of file instead.');
    this.name = 'BinaryFileError';
  }
}

/**
 * Reads lines `offset` (1-based) to `offset + limit - 1` of a text file in bounded memory. Without both, the whole file is read: it is refused
 * above 256 KB, and cut to a page above the token limit. With either, more than a page is refused. A file that is too large to be edited is
 * read only as far as needed. `start`: its first chunk.
 */
export async function readTextSlice(
  opened: Pick<OpenedFile, 'reader' | 'size' | 'mtimeMs'>,
  start: Buffer,
  range: LineRange,
  options: PageOptions,
): Promise<TextSlice> {
  const { offset, limit } = range;
  const whole = offset === undefined && limit === undefined;
  if (whole && opened.size > MAX_WHOLE_BYTES) {
    throw new Error(
      `File content (${formatBytes(opened.size)}) exceeds maximum allowed size (${formatBytes(MAX_WHOLE_BYTES)}). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.`,
    );
  }
  const found =
    (await readAs(undefined, opened, start, range, options)) ??
    (await readAs('windows1252', opened, await opened.reader.readStart(opened.size), range, options));
  if (found === undefined) throw new Error('The file changed while it was read. Try again.');
  const { slice, digest, isComplete } = found;
  const { cap } = options;
  const tokens = Math.ceil(slice.length / CHARS_PER_TOKEN);
  const over = tokens > cap;
  if (over && !whole) {
    throw new Error(
      `File content (${isComplete ? '' : 'at least '}${String(tokens)} tokens) exceeds maximum allowed tokens (${String(cap)}). Use offset and limit parameters to read a smaller portion of the file, or search for specific content.`,
    );
  }
  return { lines: slice.lines, totalLines: slice.total, digest, ...(over && { capped: { tokens, cap } }) };
}

interface ReadLines {
  readonly slice: LineSlice;
  readonly digest: string;
  /** False if reading ended before the end of the file. */
  readonly isComplete: boolean;
}

/** `undefined` if no encoding was given and the file turned out to be Windows-1252. */
async function readAs(
  known: TextEncoding | undefined,
  { reader, size, mtimeMs }: Pick<OpenedFile, 'reader' | 'size' | 'mtimeMs'>,
  start: Buffer,
  { offset, limit }: LineRange,
  { cap, signal }: PageOptions,
): Promise<ReadLines | undefined> {
  const isLarge = size > MAX_EDITABLE_BYTES;
  const first = Math.max(1, offset ?? 1);
  const slice = new LineSlice(first, first + (limit ?? Number.POSITIVE_INFINITY) - 1, cap * CHARS_PER_TOKEN);
  const hash = isLarge ? undefined : createHash('sha256');
  const evidence = new Windows1252Evidence();
  let isComplete = true;
  let isUtf8 = known === undefined;
  let isByteBased = true;
  let decode: ReturnType<typeof textDecoder> | undefined;
  const push = (bytes: Uint8Array, isLast: boolean): void => {
    const text = decode?.(bytes, { isLast }) ?? '';
    if (isUtf8) evidence.add(text, bytes);
    slice.push(text);
  };
  for await (const chunk of chunksOf(reader, size, start)) {
    if (signal.aborted) throw new Error('Reading was aborted.');
    hash?.update(chunk);
    let rest: Uint8Array = chunk;
    if (decode === undefined) {
      if (looksBinary(chunk)) throw new BinaryFileError();
      const { encoding, bomLength } = detectEncoding(chunk);
      isUtf8 &&= encoding === 'utf8' && bomLength === 0;
      isByteBased = encoding === 'utf8';
      decode = textDecoder(known ?? encoding);
      rest = chunk.subarray(bomLength);
    }
    // In a large file, only the requested lines are decoded. Not in UTF-16, where a line feed's byte can be part of another character.
    if (isLarge && isByteBased) rest = slice.skip(rest);
    push(rest, false);
    if (isLarge && slice.isFull) {
      isComplete = false;
      break;
    }
  }
  push(new Uint8Array(), true);
  slice.end();
  if (known === undefined && evidence.isMet) return undefined;
  return { slice, isComplete, digest: hash?.digest('hex') ?? `${String(size)} bytes, changed ${String(mtimeMs)}` };
}

/** All chunks after `start` share one buffer, so each is valid only until the next is read. */
async function* chunksOf(reader: FileReader, size: number, start: Buffer): AsyncGenerator<Buffer> {
  if (start.length === 0) return;
  yield start;
  // It was asked for more than the file's size, so it came back short at the end.
  if (start.length === size && size < PIECE_BYTES) return;
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = start.length; ;) {
    const bytesRead = await reader.read(buffer, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const LINE_FEED = 0x0a;

/** Splits a stream of text into lines and keeps those from `first` to `last`, at most a page; counts the rest. */
class LineSlice {
  readonly lines: string[] = [];
  /** Number of lines so far. */
  total = 0;
  /** Characters in the requested lines. */
  length = 0;
  readonly #first: number;
  readonly #last: number;
  readonly #pageChars: number;
  /** The current line, at most a page of it. */
  #line = '';
  #lineLength = 0;
  #empty = true;

  constructor(first: number, last: number, pageChars: number) {
    this.#first = first;
    this.#last = last;
    this.#pageChars = pageChars;
  }

  /** Whether `lines` is complete. */
  get isFull(): boolean {
    const isTooLong = this.total + 1 >= this.#first && this.#lineLength > this.#pageChars;
    return this.total >= this.#last || this.length > this.#pageChars || isTooLong;
  }

  /** Skips the lines before the first one. Returns the bytes from its start. */
  skip(bytes: Uint8Array): Uint8Array {
    if (bytes.length > 0) this.#empty = false;
    let start = 0;
    while (this.total + 1 < this.#first) {
      const lineEnd = bytes.indexOf(LINE_FEED, start);
      if (lineEnd === -1) return bytes.subarray(bytes.length);
      this.total += 1;
      start = lineEnd + 1;
    }
    return bytes.subarray(start);
  }

  push(text: string): void {
    if (text === '') return;
    this.#empty = false;
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) this.#endLine(true);
      if (this.#line.length < this.#pageChars) this.#line += piece.slice(0, this.#pageChars);
      this.#lineLength += piece.length;
    }
  }

  end(): void {
    if (!this.#empty) this.#endLine(false);
  }

  #endLine(lineFeed: boolean): void {
    const carriageReturn = lineFeed && this.#line.length === this.#lineLength && this.#line.endsWith('\r');
    const text = carriageReturn ? this.#line.slice(0, -1) : this.#line;
    const length = this.#lineLength - (carriageReturn ? 1 : 0);
    this.#line = '';
    this.#lineLength = 0;
    this.total += 1;
    if (this.total < this.#first || this.total > this.#last) return;
    const remaining = this.#pageChars - this.length;
    this.length += length + 1;
    if (remaining > length) this.lines.push(text);
    // If the first line is longer than a page, it is cut; a later line that doesn't fit is left out.
    else if (this.lines.length === 0 && remaining > 0) this.lines.push(text.slice(0, remaining).toWellFormed());
  }
}
