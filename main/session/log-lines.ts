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

/** What a stored log holds. */
export interface StoredLog {
  /** Those whose type this version knows. */
  readonly events: SessionEvent[];
  /** Sequence number of the last event, known or not. */
  readonly lastSeq: number;
  /** Length of the part that ends with a whole line; what follows was being written when the program died. */
  readonly wholeBytes: number;
  /** Lines in the middle that can't be read. They stay in the file. */
  readonly damagedLines: number;
}

const NEWLINE = 0x0a;

/** Line by line, since a log may be longer than the longest string. @throws AppError `refused` when it is no session log or of a newer format. */
export function readLog(path: string, bytes: Buffer): StoredLog {
  return atOnce(readingLog(path, bytes));
}

/** As `readLog`. */
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
    // Damage with whole lines behind it stays; at the very end it is a torn write.
    damagedInside = damaged;
    wholeBytes = start;
    lastSeq = Math.max(lastSeq, line.seq);
    if (line.type === 'known') events.push(line.event);
  }
}

type Line =
  | { readonly type: 'known'; readonly seq: number; readonly event: SessionEvent }
  /** Of a later version, or of a shape of its own. */
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
    return { type: 'unknown', seq };
  }
}

function assertHeader(path: string, value: unknown): void {
  const header = sessionHeaderSchema.safeParse(value);
  if (!header.success) throw new AppError('refused', `${path} is no session log.`);
  if (header.data.version > SESSION_FORMAT_VERSION)
    throw new AppError('refused', `${path} was written by a newer Gatehouse. Update to open it.`);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
