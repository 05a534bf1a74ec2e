import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';
import { auditDir, chainFileName, INDEX_FILE, newChainId } from './audit-files.ts';
import { appendToIndex, type IndexedEnd } from './audit-index.ts';
import { AUDIT_FORMAT, AUDIT_FORMAT_VERSION, type AuditHeader, type NewAuditRecord } from './audit-record.ts';
import { ChainFile } from './chain-file.ts';

/** A file larger than this is followed by the next part. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

export interface AuditLogOptions {
  readonly stateDir: string;
  /** Gatehouse's version. */
  readonly version: string;
  /** Default 16 MiB. */
  readonly maxFileBytes?: number;
}

/** Receives records. @throws AppError `unavailable` when one can't be written: the decision must not take effect then. */
export interface AuditSink {
  write(record: NewAuditRecord): void;
}

interface Position {
  readonly chain: string;
  readonly part: number;
  /** Number of the file's first record. */
  readonly from: number;
  readonly file: ChainFile;
}

/** The audit log of this process: one chain of records, in files of its own. Created with the first record. */
export class AuditLog implements AuditSink {
  readonly #options: AuditLogOptions;
  readonly #dir: string;
  #current: Position | undefined;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#dir = auditDir(options.stateDir);
  }

  write(record: NewAuditRecord): void {
    this.#assertKept();
    try {
      const { file, from } = this.#fileFor(record.at);
      file.append({ n: nextNumber(file, from), ...record, gatehouse: this.#options.version });
    } catch (error) {
      const why = errorMessage(error);
      throw new AppError(
        'unavailable',
        `The audit log in ${this.#dir} can’t be written (${why}). Nothing runs without a record: free some space or make that folder writable, then try again.`,
        { cause: error },
      );
    }
  }

  /** Writes the end to the index. Never throws: a log without an end looks like that of a killed program. */
  close(): void {
    const file = this.#current?.file;
    if (!file) return;
    this.#current = undefined;
    let known = true;
    try {
      appendToIndex(this.#dir, { type: 'end', at: new Date().toISOString(), ...endOf(file) });
    } catch (error) {
      known = false;
      process.emitWarning(error instanceof Error ? error : String(error));
    }
    file.close(known);
  }

  /** Deletion is reported once; the next record starts a new chain, and verifying the log names what is missing. */
  #assertKept(): void {
    const file = this.#current?.file;
    if (!file || (file.isKept && existsSync(join(this.#dir, INDEX_FILE)))) return;
    this.#current = undefined;
    file.close(false);
    throw new AppError(
      'unavailable',
      `The audit log in ${this.#dir} is gone: a file of it, or a folder it lies in, was deleted, moved or replaced while it was written. Nothing runs without a record: put it back, or find out what deleted it, before you continue.`,
    );
  }

  #fileFor(at: string): Position {
    const now = this.#current;
    if (!now) return this.#start({ chain: newChainId(new Date()), part: 1, from: 1 }, at, randomBytes(32).toString('hex'));
    const { chain, part, from, file } = now;
    if (file.size < (this.#options.maxFileBytes ?? MAX_FILE_BYTES)) return now;
    const next = this.#start({ chain, part: part + 1, from: nextNumber(file, from) }, at, file.end.hash, file);
    file.close(true);
    return next;
  }

  /** `at`: time of its first record. The file is created first, then added to the index: records are only written to files in the index. */
  #start(position: Omit<Position, 'file'>, at: string, prev: string, before?: ChainFile): Position {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const name = chainFileName(position.chain, position.part);
    const { version } = this.#options;
    const header: AuditHeader = {
      format: AUDIT_FORMAT,
      version: AUDIT_FORMAT_VERSION,
      ...position,
      at,
      pid: process.pid,
      gatehouse: version,
    };
    const file = ChainFile.create(join(this.#dir, name), prev, header);
    try {
      appendToIndex(this.#dir, {
        type: 'start',
        at,
        file: name,
        pid: process.pid,
        header: file.headerHash,
        ...(before && { before: endOf(before) }),
      });
    } catch (error) {
      file.discard();
      throw error;
    }
    this.#current = { ...position, file };
    return this.#current;
  }
}

/** The header is a line too. */
const nextNumber = (file: ChainFile, from: number): number => from + file.end.lines - 1;

function endOf({ path, end }: ChainFile): IndexedEnd {
  return { file: basename(path), lines: end.lines, last: end.hash };
}
