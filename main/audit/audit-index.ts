import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { INDEX_FILE, isMissing } from './audit-files.ts';
import { readLines } from './read-lines.ts';
import { NO_LINE, openLine, sealLine } from './sealed-line.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const endFields = { file: z.string(), lines: z.number().int().positive(), last: hash };

/**
 * A file was created, which also ends the part `before`; or a file ended. Only a program that was killed or is still running leaves a file
 * without an end.
 */
const indexEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    at: z.string(),
    file: z.string(),
    pid: z.number().int(),
    header: hash,
    before: z.object(endFields).optional(),
  }),
  z.object({ type: z.literal('end'), at: z.string(), ...endFields }),
]);
export type IndexEntry = z.infer<typeof indexEntrySchema>;
export type IndexedEnd = NonNullable<Extract<IndexEntry, { type: 'start' }>['before']>;

/** Enough for the last line of any index. */
const TAIL_BYTES = 64 * 1024;

/**
 * Adds a line to the list of all files. Several processes may do so at once without a lock: each line refers to an earlier one, not always
 * to the one directly before it.
 * @throws the system's error.
 */
export function appendToIndex(dir: string, entry: IndexEntry): void {
  const fd = openSync(join(dir, INDEX_FILE), 'a+', 0o600);
  try {
    const last = lastLine(fd);
    // `afterTorn`: the partial line before this one is known.
    const { line } = sealLine(last.hash, last.torn ? { ...entry, afterTorn: true } : entry);
    const bytes = Buffer.from(`${last.torn ? '\n' : ''}${line}\n`);
    if (writeSync(fd, bytes) !== bytes.length) throw new Error('the disk is full');
  } finally {
    closeSync(fd);
  }
}

function lastLine(fd: number): { readonly hash: string; readonly torn: boolean } {
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const bytes = tail.subarray(0, readSync(fd, tail, 0, tail.length, size - tail.length));
  const torn = bytes.length > 0 && bytes.at(-1) !== 0x0a;
  let end = bytes.lastIndexOf(0x0a);
  while (end >= 0) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(0x0a, end - 1) + 1;
    const opened = openLine(bytes.subarray(start, end));
    if (opened.ok) return { hash: opened.hash, torn };
    end = start - 1;
  }
  return { hash: NO_LINE, torn };
}

export interface IndexedFile {
  /** Hash of the file's first line. */
  readonly header: string;
  end?: { readonly lines: number; readonly hash: string };
}

export interface AuditIndex {
  /** By file name. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly problems: readonly { readonly line: number; readonly message: string; readonly torn: boolean }[];
  /** Hashes of all lines. */
  readonly hashes: ReadonlySet<string>;
  /** Hash of the last line, which covers everything before it. */
  readonly last: string | undefined;
}

/** `undefined` when there is no index. */
export function readIndex(dir: string): AuditIndex | undefined {
  const files = new Map<string, IndexedFile>();
  const problems: { line: number; message: string; torn: boolean }[] = [];
  const seen = new Set([NO_LINE]);
  let last: string | undefined;
  let unreadable: { line: number; message: string } | undefined;
  const settle = (torn: boolean) => {
    if (unreadable) problems.push({ ...unreadable, torn });
    unreadable = undefined;
  };
  try {
    for (const { number, bytes, whole } of readLines(join(dir, INDEX_FILE))) {
      const opened = openLine(bytes);
      if (!opened.ok || !whole) {
        settle(false);
        unreadable = { line: number, message: opened.ok ? 'its end is missing' : opened.message };
        if (!whole) settle(true);
        continue;
      }
      settle(isAfterTorn(opened.body));
      if (!seen.has(opened.prev)) problems.push({ line: number, message: 'a line before it is missing or out of place', torn: false });
      if (seen.has(opened.hash)) problems.push({ line: number, message: 'it is listed twice', torn: false });
      seen.add(opened.hash);
      last = opened.hash;
      const message = take(files, opened.body);
      if (message !== undefined) problems.push({ line: number, message, torn: false });
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  settle(false);
  return { files, problems, hashes: seen, last };
}

function isAfterTorn(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'afterTorn' in body;
}

/** @returns what is wrong with the entry. */
function take(files: Map<string, IndexedFile>, body: unknown): string | undefined {
  const parsed = indexEntrySchema.safeParse(body);
  if (!parsed.success) return 'it is no entry of this index';
  const entry = parsed.data;
  if (entry.type === 'end') return takeEnd(files, entry);
  if (files.has(entry.file)) return `${entry.file} begins twice`;
  files.set(entry.file, { header: entry.header });
  return entry.before && takeEnd(files, entry.before);
}

function takeEnd(files: ReadonlyMap<string, IndexedFile>, { file: name, lines, last }: IndexedEnd): string | undefined {
  const file = files.get(name);
  if (!file) return `the beginning of ${name} is missing`;
  if (file.end) return `${name} ends twice`;
  file.end = { lines, hash: last };
  return undefined;
}
