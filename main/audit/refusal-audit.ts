import type { Refusal } from '#shared/permission/refusal.ts';
import type { AuditSink } from './audit-log.ts';
import { MAX_NAME_CHARS, type NewAuditRecord } from './audit-record.ts';

/** Records at once, and then one per interval: a page that is broken or hostile must not fill the disk. */
const BURST = 100;
const INTERVAL_MS = 10_000;
const MAX_PATH_CHARS = 4096;

/** Turns refused messages of windows into audit records. Those beyond the limit are counted in the next record. */
export class RefusalAudit {
  readonly #sink: AuditSink;
  readonly #now: () => number;
  #left = BURST;
  #filledAt: number;
  #leftOut = 0;
  #last: Refusal | undefined;

  constructor(sink: AuditSink, now: () => number = Date.now) {
    this.#sink = sink;
    this.#now = now;
    this.#filledAt = now();
  }

  /** Never throws: the command was refused, so nothing is left to stop. */
  add(refusal: Refusal): void {
    const intervals = Math.max(0, Math.floor((this.#now() - this.#filledAt) / INTERVAL_MS));
    this.#left = Math.min(BURST, this.#left + intervals);
    this.#filledAt += intervals * INTERVAL_MS;
    if (this.#left > 0) {
      this.#left -= 1;
      this.#write(refusal);
    } else {
      this.#leftOut += 1;
      this.#last = refusal;
    }
  }

  /** Records how many were left out since the last record. */
  close(): void {
    if (!this.#last) return;
    this.#leftOut -= 1;
    this.#write(this.#last);
  }

  #write(refusal: Refusal): void {
    try {
      this.#sink.write(recordOf(refusal, this.#leftOut, this.#now()));
      this.#leftOut = 0;
      this.#last = undefined;
    } catch (error) {
      this.#leftOut += 1;
      this.#last = refusal;
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}

function recordOf({ reason, command, sessionId, projectDir, call, digest }: Refusal, leftOut: number, now: number): NewAuditRecord {
  return {
    at: new Date(now).toISOString(),
    session: name(sessionId),
    project: (projectDir ?? '').slice(0, MAX_PATH_CHARS),
    call: name(call?.callId),
    tool: name(call?.tool),
    inputDigest: null,
    outcome: 'refused',
    layer: null,
    reason,
    rules: [],
    by: reason === 'unconfirmed' ? 'person' : 'gatehouse',
    answer: null,
    waitedMs: null,
    refused: { command, digest: digest ?? null, leftOut },
    mode: null,
  };
}

/** May come from a page or a model. */
function name(text = ''): string {
  return text.slice(0, MAX_NAME_CHARS);
}
