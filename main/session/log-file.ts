import { closeSync, fstatSync, ftruncateSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { AppError } from '#shared/contract/app-error.ts';
import { parseSessionEvent, SESSION_FORMAT, SESSION_FORMAT_VERSION, sessionHeaderSchema, type SessionEvent } from '#shared/session/event.ts';

/** What a stored log holds. */
export interface StoredLog {
  readonly events: SessionEvent[];
  /** Sequence number of the last event, known or not. */
  readonly lastSeq: number;
}

/** An append-only file of JSON lines. Every write is whole lines, handed to the system before the call returns. */
export class LogFile {
  readonly #path: string;
  readonly #fd: number;
  /** Bytes of whole lines. */
  #size: number;
  #open = true;

  private constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
    this.#size = fstatSync(fd).size;
  }

  /** @throws AppError `unavailable` when the file can't be made. */
  static create(path: string): LogFile {
    const file = new LogFile(path, openFile(path, 'ax'));
    file.writeLine({ format: SESSION_FORMAT, version: SESSION_FORMAT_VERSION });
    return file;
  }

  /**
   * Opens an existing log and cuts a torn last line off.
   * @throws AppError `unavailable` when it can't be opened, `refused` when it is no session log or of a newer format.
   */
  static open(path: string): { file: LogFile; stored: StoredLog } {
    const fd = openFile(path, 'a+');
    const text = readAll(fd);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(fd, Buffer.byteLength(whole));
    const [header, ...lines] = whole.split('\n').filter((line) => line !== '');
    assertHeader(path, header);
    return { file: new LogFile(path, fd), stored: parseLines(path, lines) };
  }

  /** @throws AppError `unavailable` when the line can't be written whole: what it says must not be acted on. */
  writeLine(value: object): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#fd, line, written);
    } catch (error) {
      this.#cutBack();
      throw unavailable(`The session log ${this.#path} can't be written`, error);
    }
    this.#size += line.length;
  }

  /** Makes the end of a session durable. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      fsyncSync(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
  }

  /** Takes a half-written line back, so that later ones don't stand behind its rest. */
  #cutBack(): void {
    try {
      ftruncateSync(this.#fd, this.#size);
    } catch {
      // A file that can't even be shortened gets no more lines either.
    }
  }
}

/** The events of a log, without opening it for writing; a torn last line is skipped. */
export function readStoredLog(path: string): StoredLog {
  const fd = openFile(path, 'r');
  try {
    const text = readAll(fd);
    const [header, ...lines] = text.slice(0, text.lastIndexOf('\n') + 1).split('\n').filter((line) => line !== '');
    assertHeader(path, header);
    return parseLines(path, lines);
  } finally {
    closeSync(fd);
  }
}

function openFile(path: string, flags: string): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw unavailable(`The session log ${path} can't be opened`, error);
  }
}

function readAll(fd: number): string {
  const buffer = Buffer.alloc(fstatSync(fd).size);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(fd, buffer, length, buffer.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return buffer.toString('utf8', 0, length);
}

function assertHeader(path: string, line: string | undefined): void {
  const header = sessionHeaderSchema.safeParse(line === undefined ? undefined : parseJson(line));
  if (!header.success) throw new AppError('refused', `${path} is no session log.`);
  if (header.data.version > SESSION_FORMAT_VERSION) throw new AppError('refused', `${path} was written by a newer Gatehouse. Update to open it.`);
}

function parseLines(path: string, lines: readonly string[]): StoredLog {
  const events: SessionEvent[] = [];
  let lastSeq = 0;
  for (const [index, line] of lines.entries()) {
    const value = parseJson(line);
    if (value === undefined) throw new AppError('refused', `Line ${index + 2} of ${path} is damaged, so the session can't be opened.`);
    lastSeq += 1;
    const event = parseSessionEvent(value);
    if (!event) continue;
    lastSeq = event.seq;
    events.push(event);
  }
  return { events, lastSeq };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unavailable(what: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error);
  return new AppError('unavailable', `${what} (${why}). Free some space or check the rights of the folder; nothing was lost that stands in it.`, { cause: error });
}
