import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { EventClock } from './event-clock.ts';
import { LogFile } from './log-file.ts';
import type { StoredLog } from './log-lines.ts';

export const EVENTS_FILE = 'events.jsonl';

/**
 * The append-only list of events that a session is. An event is on disk before anyone hears of it, so what was shown
 * survives a kill at any moment.
 */
export class SessionLog {
  readonly sessionDir: string;
  readonly #file: LogFile;
  readonly #events: SessionEvent[];
  readonly #guards = new Set<(event: SessionEvent) => void>();
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #seq: number;
  readonly #clock: EventClock;
  #closed = false;
  readonly #undelivered: SessionEvent[] = [];
  #delivering = false;
  /** Lines of the file that could not be read when it was opened. */
  readonly damagedLines: number;

  private constructor(sessionDir: string, file: LogFile, stored: Pick<StoredLog, 'events' | 'lastSeq' | 'damagedLines'>) {
    this.sessionDir = sessionDir;
    this.#file = file;
    this.#events = stored.events;
    this.#seq = stored.lastSeq;
    this.#clock = new EventClock(stored.events.at(-1)?.at ?? 0);
    this.damagedLines = stored.damagedLines;
  }

  /** A new, empty log. @throws AppError `unavailable` when the folder can't be made or has a log already. */
  static create(sessionDir: string): SessionLog {
    try {
      mkdirSync(sessionDir, { recursive: true, mode: 0o700 });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new AppError('unavailable', `The session's folder ${sessionDir} can't be made (${why}).`, { cause: error });
    }
    return new SessionLog(sessionDir, LogFile.create(join(sessionDir, EVENTS_FILE)), { events: [], lastSeq: 0, damagedLines: 0 });
  }

  /** Takes a stored log up again; a torn last line is cut. @throws AppError as `LogFile.open`. */
  static open(sessionDir: string): SessionLog {
    return atOnce(SessionLog.opening(sessionDir));
  }

  /** As `open`. */
  static *opening(sessionDir: string): Steps<SessionLog> {
    const { file, stored } = yield* LogFile.open(join(sessionDir, EVENTS_FILE));
    return new SessionLog(sessionDir, file, stored);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /**
   * Writes the event, then tells the listeners. One of them may append in turn: all hear of everything in the order of the log.
   * @throws AppError `unavailable` when it can't be written, or what a guard throws; then nothing has happened.
   */
  append(event: NewSessionEvent): SessionEvent {
    if (this.#closed) throw new AppError('conflict', 'This session is closed.');
    const stored: SessionEvent = { id: randomUUID(), seq: this.#seq + 1, at: this.#clock.now(), ...event };
    for (const guard of this.#guards) guard(stored);
    this.#file.writeLine(stored);
    this.#seq += 1;
    this.#events.push(stored);
    this.#deliver(stored);
    return stored;
  }

  /** Called with every event before it is written: when it throws, the event does not happen. Returns the function that takes it away. */
  guard(guard: (event: SessionEvent) => void): () => void {
    this.#guards.add(guard);
    return () => this.#guards.delete(guard);
  }

  /** Returns the unsubscribe function. */
  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file.close();
  }

  #deliver(event: SessionEvent): void {
    this.#undelivered.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
        for (const listener of this.#listeners) tell(listener, next);
      }
    } finally {
      this.#delivering = false;
    }
  }
}

/** The event is a fact whoever can't cope with it; one listener's failure must reach neither the appender nor the other listeners. */
function tell(listener: (event: SessionEvent) => void, event: SessionEvent): void {
  try {
    listener(event);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
  }
}
