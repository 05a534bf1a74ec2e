import { closeSync, fstatSync, ftruncateSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { SESSION_FORMAT, SESSION_FORMAT_VERSION, type SessionEvent } from '#shared/session/event.ts';
import type { Steps } from '#shared/steps.ts';
import { OpenFileLink } from '#main/tool/open-file-link.ts';
import { writeFailureReason } from '#main/tool/write-failure-reason.ts';
import { readingLog, type StoredLog } from './log-lines.ts';

/** An append-only file of JSON lines. Every write is made of whole lines and has reached the operating system before the call returns. */
export class LogFile {
  readonly #path: string;
  readonly #fd: number;
  readonly #place: OpenFileLink;
  /** Bytes of complete lines. */
  #size: number;
  /** After the complete lines there is a partial one that could not be cut off yet. */
  #torn = false;
  #open = true;

  private constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
    this.#place = new OpenFileLink(path, fd);
    this.#size = fstatSync(fd).size;
  }

  /** @throws AppError `unavailable` when the file can't be created. */
  static create(path: string): LogFile {
    const file = new LogFile(path, openFile(path, 'ax'));
    try {
      file.writeLine({ format: SESSION_FORMAT, version: SESSION_FORMAT_VERSION });
    } catch (error) {
      closeSync(file.#fd);
      throw error;
    }
    return file;
  }

  /**
   * Opens an existing log and cuts off a partial last line.
   * @throws AppError `unavailable` when it can't be opened, `refused` when it isn't a session log or has a newer format.
   */
  static *open(path: string): Steps<{ file: LogFile; stored: StoredLog }> {
    const fd = openFile(path, 'a+');
    try {
      const bytes = yield* readUpTo(fd, fstatSync(fd).size);
      const stored = yield* readingLog(path, bytes);
      if (stored.wholeBytes < bytes.length) ftruncateSync(fd, stored.wholeBytes);
      return { file: new LogFile(path, fd), stored };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  /**
   * @throws AppError `unavailable` when the line can't be written whole, or the path no longer leads to this file: the event must not take
   * effect.
   */
  writeLine(value: object): void {
    if (!this.#place.isStillLinked()) throw gone(this.#path);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      if (this.#torn) this.#cutBack();
      this.#torn = true;
      for (let written = 0; written < line.length;) written += writeSync(this.#fd, line, written);
    } catch (error) {
      try {
        this.#cutBack();
      } catch {
        // Tried again before the next line, as no line may follow a partial one.
      }
      throw unavailable(`The session log ${this.#path} can’t be written`, error);
    }
    this.#torn = false;
    this.#size += line.length;
  }

  /** Syncs the file to disk, unless the session goes on: for a long log that takes a while. */
  close({ isEnd = true } = {}): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      if (isEnd) fsyncSync(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
  }

  #cutBack(): void {
    ftruncateSync(this.#fd, this.#size);
    this.#torn = false;
  }
}

/**
 * Writes a whole log atomically: it gets its name only when complete. `before` runs before that.
 * @throws AppError `unavailable`, also for what `before` throws; then no session is left behind.
 */
export function* writingCopy(path: string, events: readonly SessionEvent[], before: () => Steps<void>): Steps<void> {
  const part = `${path}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    yield* before();
    const file = LogFile.create(part);
    try {
      for (const event of events) {
        file.writeLine(event);
        yield;
      }
    } finally {
      file.close({ isEnd: false });
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(dirname(path), { recursive: true, force: true });
    throw error instanceof AppError ? error : unavailable(`The copy ${path} can’t be written`, error);
  }
}

/** The start of a stored log: the complete lines of its first `maxBytes`. @throws AppError as `LogFile.open`. */
export function* readingLogHead(path: string, maxBytes: number): Steps<StoredLog> {
  const fd = openFile(path, 'r');
  try {
    return yield* readingLog(path, yield* readUpTo(fd, Math.min(maxBytes, fstatSync(fd).size)));
  } finally {
    closeSync(fd);
  }
}

function openFile(path: string, flags: string): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw unavailable(`The session log ${path} can’t be opened`, error);
  }
}

const READ_BYTES = 1024 * 1024;

function* readUpTo(fd: number, size: number): Steps<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = readSync(fd, buffer, length, Math.min(READ_BYTES, size - length), length);
    if (read === 0) break;
    length += read;
    yield;
  }
  return buffer.subarray(0, length);
}

function gone(path: string): AppError {
  return new AppError(
    'unavailable',
    `The session log ${path} is gone: it, or a folder it lies in, was deleted, moved or replaced while the session was open. Nothing runs without a log: put it back, or start a new session.`,
  );
}

function unavailable(what: string, error: unknown): AppError {
  return new AppError(
    'unavailable',
    `${what}: ${writeFailureReason(error)}. Free some space or check the rights of the folder; nothing that stands in it is lost.`,
    { cause: error },
  );
}
