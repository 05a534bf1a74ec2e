import { statSync } from 'node:fs';
import { join } from 'node:path';
import { auditDir, isMissing, listChainFiles } from './audit-files.ts';
import { auditHeaderSchema, type AuditOutcome, type AuditRecord, auditRecordSchema } from './audit-record.ts';
import { readLines } from './read-lines.ts';
import { openLine } from './sealed-line.ts';

export interface StoredRecord {
  readonly record: AuditRecord;
  /** The line as stored, without its newline. */
  readonly line: string;
}

export interface ReadOptions {
  readonly filter?: RecordFilter;
  /** Called for a line that can't be read; it is skipped. */
  readonly onDamage?: (file: string, line: number, message: string) => void;
}

interface Source {
  next: StoredRecord;
  readonly rest: Generator<StoredRecord, void, void>;
}

/**
 * The records of all processes, oldest first. Streams: a file is open only while records of its time are read, so neither long nor many
 * files take much memory.
 * @throws the system's error when a file can't be read.
 */
export function* readRecords(
  stateDir: string,
  { filter = {}, onDamage = () => undefined }: ReadOptions = {},
): Generator<StoredRecord, void, void> {
  const dir = auditDir(stateDir);
  const waiting = listChainFiles(dir)
    .map(({ name }) => join(dir, name))
    .filter((path) => filter.since === undefined || lastChange(path) >= filter.since.getTime())
    .map((path) => ({ path, at: startOf(path) }))
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  const open: Source[] = [];
  const take = (rest: Source['rest']) => {
    const next = rest.next();
    if (!next.done) insert(open, { next: next.value, rest });
  };
  for (;;) {
    const soonest = open.at(-1);
    const later = waiting.at(-1);
    if (later && (!soonest || later.at <= soonest.next.record.at)) {
      waiting.pop();
      take(recordsOf(later.path, onDamage));
    } else if (soonest) {
      open.pop();
      if (matchesFilter(soonest.next.record, filter)) yield soonest.next;
      take(soonest.rest);
    } else return;
  }
}

/** Keeps the list sorted, the earliest last. */
function insert(open: Source[], source: Source): void {
  const at = open.findLastIndex(({ next }) => next.record.at >= source.next.record.at);
  open.splice(at + 1, 0, source);
}

function* recordsOf(path: string, onDamage: NonNullable<ReadOptions['onDamage']>): Generator<StoredRecord, void, void> {
  for (const { number, bytes } of readLines(path)) {
    if (number === 1) continue;
    const line = openLine(bytes);
    const record = line.ok ? auditRecordSchema.safeParse(line.body) : undefined;
    if (record?.success) yield { record: record.data, line: bytes.toString('utf8') };
    else onDamage(path, number, line.ok ? 'it is no record of this log' : line.message);
  }
}

/** ISO time in the file's header; empty, so first, when the header can't be read. */
function startOf(path: string): string {
  for (const { bytes } of readLines(path)) {
    const line = openLine(bytes);
    const header = line.ok ? auditHeaderSchema.safeParse(line.body) : undefined;
    return header?.success ? header.data.at : '';
  }
  return '';
}

function lastChange(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Which records to include. An absent field matches everything. */
export interface RecordFilter {
  /** Real path. */
  readonly project?: string | undefined;
  /** A session's id or the start of it. */
  readonly session?: string | undefined;
  /** In any case. */
  readonly tool?: string | undefined;
  readonly outcomes?: readonly AuditOutcome[] | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

function matchesFilter(record: AuditRecord, { project, session, tool, outcomes, since, until }: RecordFilter): boolean {
  if (project !== undefined && record.project !== project) return false;
  if (session !== undefined && !record.session.startsWith(session)) return false;
  if (tool !== undefined && record.tool.toLowerCase() !== tool.toLowerCase()) return false;
  if (outcomes !== undefined && !outcomes.includes(record.outcome)) return false;
  const at = Date.parse(record.at);
  return (since === undefined || at >= since.getTime()) && (until === undefined || at < until.getTime());
}
