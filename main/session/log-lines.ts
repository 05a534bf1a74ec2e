import { parseJson } from '#shared/json-limits.ts';
import { AppError } from '#shared/contract/app-error.ts';
import {
  parseSessionEvent,
  SESSION_FORMAT_VERSION,
  sessionHeaderSchema,
  storedEventSchema,
  type SessionEvent,
} from '#shared/session/event.ts';
import { atOnce, type Steps } from '#shared/steps.ts';

/** The content of a stored log. */
export interface StoredLog {
  /** Events of types known to this version. */
  readonly events: SessionEvent[];
  /** Sequence number of the last event, known or not. */
  readonly lastSeq: number;
  /** Length up to the last complete line; the rest was being written when the program died. */
  readonly wholeBytes: number;
  /** Unreadable lines in the middle. They stay in the file. */
  readonly damagedLines: number;
}

const NEWLINE = 0x0a;

/**
 * Parsed line by line, since a log may be longer than the maximum string length. @throws AppError `refused` when it isn't a session log or
 * has a newer format.
 */
export function readLog(path: string, bytes: Buffer): StoredLog {
  return atOnce(readingLog(path, bytes));
}

/** `readLog` in steps. */
export function* readingLog(path: string, bytes: Buffer): Steps<StoredLog> {
  const headerEnd = bytes.indexOf(NEWLINE);
  assertHeader(path, headerEnd < 0 ? undefined : jsonOf(bytes.toString('utf8', 0, headerEnd)));
  const events: SessionEvent[] = [];
  let lastSeq = 0;
  let damaged = 0;
  let damagedInside = 0;
  let wholeBytes = headerEnd + 1;
  for (let start = headerEnd + 1; ;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return { events, lastSeq, wholeBytes, damagedLines: damagedInside };
    yield;
    const line = readLine(bytes.toString('utf8', start, end));
    start = end + 1;
    if (line.type === 'damaged') {
      damaged += 1;
      continue;
    }
    // Damage followed by complete lines is kept; at the very end it is a partial write.
    damagedInside = damaged;
    wholeBytes = start;
    lastSeq = Math.max(lastSeq, line.seq);
    if (line.type === 'known') events.push(line.event);
  }
}

type Line =
  | { readonly type: 'known'; readonly seq: number; readonly event: SessionEvent }
  /** Written by a later version, or of an unknown shape. */
  | { readonly type: 'unknown'; readonly seq: number }
  | { readonly type: 'damaged' };

function readLine(text: string): Line {
  const value = jsonOf(text);
  const stored = storedEventSchema.safeParse(value);
  if (!stored.success) return { type: 'damaged' };
  const { seq } = stored.data;
  try {
    const event = parseSessionEvent(value);
    return event ? { type: 'known', seq, event } : { type: 'unknown', seq };
  } catch {
    // Written by another version: kept, and not understood.
    return { type: 'unknown', seq };
  }
}

function assertHeader(path: string, value: unknown): void {
  const header = sessionHeaderSchema.safeParse(value);
  if (!header.success) throw new AppError('refused', `${path} is not a session log.`);
  if (header.data.version > SESSION_FORMAT_VERSION)
    throw new AppError('refused', `${path} was written by a newer Gatehouse. Update to open it.`);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // `undefined` counts as a damaged line.
    return undefined;
  }
}
