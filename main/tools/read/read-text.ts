import { readVariable } from '#main/environment.ts';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { formatBytes } from '../file-access.ts';
import { decoderName, detectEncoding, looksBinary } from '../text-file.ts';
import type { Capped } from './read-output.ts';

/** A token counts as this many characters. */
const CHARS_PER_TOKEN = 4;

/** Tokens of text that one Read may give: `CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS` where it is a positive whole number. */
export function pageTokens(env: Readonly<Record<string, string | undefined>>): number {
  return readVariable(env, 'CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS');
}

/** Without offset or limit a larger file is refused. */
export const MAX_WHOLE_BYTES = 256 * 1024;

export interface TextSlice {
  readonly lines: readonly string[];
  /** Counting the empty one after a last line feed; 0 for an empty file. */
  readonly totalLines: number;
  /** SHA-256 of all bytes, hex. */
  readonly digest: string;
  /** When what was asked for was more than a page and only its start is in `lines`. */
  readonly capped?: Capped;
}

export interface LineRange {
  /** 1-based; 0 counts as 1. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface PageOptions {
  /** Tokens of a page. */
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
 * Lines `offset` (1-based) to `offset + limit - 1` of a text file, read piece by piece so that the size of the file doesn't matter.
 * Without either it is a whole-file read: refused past 256 KB, cut to a page past the token cap. With either, more than a page is refused.
 */
export async function readTextSlice(handle: FileHandle, size: number, range: LineRange, { cap, signal }: PageOptions): Promise<TextSlice> {
  const { offset, limit } = range;
  const whole = offset === undefined && limit === undefined;
  if (whole && size > MAX_WHOLE_BYTES) {
    throw new Error(
      `File content (${formatBytes(size)}) exceeds maximum allowed size (${formatBytes(MAX_WHOLE_BYTES)}). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.`,
    );
  }
  const first = Math.max(1, offset ?? 1);
  const slice = new LineSlice(first, first + (limit ?? Number.POSITIVE_INFINITY) - 1, cap * CHARS_PER_TOKEN);
  const hash = createHash('sha256');
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunksOf(handle, size)) {
    if (signal.aborted) throw new Error('Reading was aborted.');
    hash.update(chunk);
    if (decoder === undefined) {
      if (looksBinary(chunk)) throw new BinaryFileError();
      const { encoding } = detectEncoding(chunk);
      decoder = new TextDecoder(decoderName(encoding));
    }
    slice.push(decoder.decode(chunk, { stream: true }));
  }
  slice.push(decoder?.decode() ?? '');
  slice.end();
  const tokens = Math.ceil(slice.length / CHARS_PER_TOKEN);
  const over = tokens > cap;
  if (over && !whole) {
    throw new Error(
      `File content (${String(tokens)} tokens) exceeds maximum allowed tokens (${String(cap)}). Use offset and limit parameters to read a smaller portion of the file, or search for specific content.`,
    );
  }
  return { lines: slice.lines, totalLines: slice.total, digest: hash.digest('hex'), ...(over && { capped: { tokens, cap } }) };
}

const CHUNK_BYTES = 64 * 1024;
/** Files of the system tell no size. */
const MIN_CHUNK_BYTES = 16 * 1024;

/** Each chunk is valid until the next is asked for: one buffer serves all, no larger than the file as it was when it was opened. */
async function* chunksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, size + 1)));
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Cuts a stream of text into lines and keeps those from `first` to `last`, as far as a page goes; counts the rest. */
class LineSlice {
  readonly lines: string[] = [];
  /** Lines seen. */
  total = 0;
  /** Characters of the lines asked for. */
  length = 0;
  readonly #first: number;
  readonly #last: number;
  readonly #pageChars: number;
  /** The line being read, no more of it than a page. */
  #line = '';
  #lineLength = 0;
  #empty = true;

  constructor(first: number, last: number, pageChars: number) {
    this.#first = first;
    this.#last = last;
    this.#pageChars = pageChars;
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
    const room = this.#pageChars - this.length;
    this.length += length + 1;
    if (room > length) this.lines.push(text);
    // A single line that fills a page by itself is cut; a later one simply doesn't make it onto the page.
    else if (this.lines.length === 0 && room > 0) this.lines.push(text.slice(0, room).toWellFormed());
  }
}
