import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import { createLogger } from '#main/log/logger.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { LogFile } from './log-file.ts';
import type { StoredLog } from './log-lines.ts';

const log = createLogger('session');

/**
 * The time of events: the system's, unless it jumps back. Then time continues from the last event at its real pace, so that events stay in
 * order and durations stay right.
 */
class EventClock {
  #last: number;
  #lastTick = performance.now();

  /** `last`: time of the last existing event, epoch milliseconds. */
  constructor(last: number) {
    this.#last = last;
  }

  /** Epoch milliseconds, never decreasing. */
  now(): number {
    const tick = performance.now();
    this.#last = Math.max(this.#last + Math.floor(tick - this.#lastTick), Date.now());
    this.#lastTick = tick;
    return this.#last;
  }
}

export const EVENTS_FILE = 'events.jsonl';

/**
 * The append-only list of events that a session is. An event is on disk before any listener gets it, so what was shown survives a kill at
 * any moment. When an event can't be written, the session is halted: running work is ended, and only the events that close it are emitted
 * before they are on disk.
 */
export class SessionLog {
  readonly sessionDir: string;
  readonly #file: LogFile;
  readonly #events: SessionEvent[];
  readonly #guards = new Set<(event: SessionEvent) => void>();
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #failureListeners = new Set<(why: AppError) => void>();
  readonly #haltListeners = new Set<(why: AppError | null) => void>();
  #halted: AppError | null = null;
  /** Events that closed a halted session: already emitted, and written before anything else. */
  readonly #unwritten: SessionEvent[] = [];
  #seq: number;
  readonly #clock: EventClock;
  #closed = false;
  readonly #undelivered: SessionEvent[] = [];
  #delivering = false;
  /** Unreadable lines found when the file was opened. */
  readonly damagedLines: number;

  private constructor(sessionDir: string, file: LogFile, stored: Pick<StoredLog, 'events' | 'lastSeq' | 'damagedLines'>) {
    this.sessionDir = sessionDir;
    this.#file = file;
    this.#events = stored.events;
    this.#seq = stored.lastSeq;
    this.#clock = new EventClock(stored.events.at(-1)?.at ?? 0);
    this.damagedLines = stored.damagedLines;
  }

  /** Creates an empty log. @throws AppError `unavailable` when the folder can't be created or already has a log. */
  static create(sessionDir: string): SessionLog {
    try {
      mkdirSync(sessionDir, { recursive: true, mode: 0o700 });
    } catch (error) {
      const why = errorMessage(error);
      throw new AppError('unavailable', `The session’s folder ${sessionDir} can’t be created (${why}).`, { cause: error });
    }
    return new SessionLog(sessionDir, LogFile.create(join(sessionDir, EVENTS_FILE)), { events: [], lastSeq: 0, damagedLines: 0 });
  }

  /** Opens a stored log, cutting off a partial last line. @throws AppError as `LogFile.open`. */
  static open(sessionDir: string): SessionLog {
    return atOnce(SessionLog.opening(sessionDir));
  }

  /** `open` in steps. */
  static *opening(sessionDir: string): Steps<SessionLog> {
    const { file, stored } = yield* LogFile.open(join(sessionDir, EVENTS_FILE));
    return new SessionLog(sessionDir, file, stored);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /**
   * Writes the event, then notifies the listeners. A listener may append as well: all of them get all events in log order. `at`: when it
   * happened, if it is recorded later; not before the last event.
   * @throws AppError `unavailable` when it can't be written, or what a guard throws; then nothing has happened.
   */
  append(event: NewSessionEvent, at?: number): SessionEvent {
    this.#writePending();
    const stored = this.#stamp(event, at);
    try {
      if (this.#closed) throw new AppError('conflict', 'This session is closed.');
      this.#write(stored);
    } catch (error) {
      if (error instanceof AppError) for (const listener of this.#failureListeners) listener(error);
      throw error;
    }
    this.#accept(stored);
    return stored;
  }

  /** Called when an event can't be written, before `append` throws. Returns the unsubscribe function. */
  onFailure(listener: (why: AppError) => void): () => void {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  }

  /** Called when the log halts, and with `null` when it resumes. Returns the unsubscribe function. */
  onHalt(listener: (why: AppError | null) => void): () => void {
    this.#haltListeners.add(listener);
    return () => this.#haltListeners.delete(listener);
  }

  /** Why the log is halted; `null` if it isn't. */
  get halted(): AppError | null {
    return this.#halted;
  }

  /** Rejects all events until `closeOff`: with one missing, those after it would make no sense. */
  halt(why: AppError): void {
    if (this.#halted) return;
    this.#halted = why;
    log.error('A session can’t be written any further', why);
    for (const listener of this.#haltListeners) listener(why);
  }

  /**
   * Emits the events that close what a halted session had running. They are written before the next event, or by `tryToResume`; until then
   * they are only in memory. Nothing is lost by that: resuming the session without them closes it the same way.
   */
  closeOff(events: readonly [NewSessionEvent, ...NewSessionEvent[]]): void {
    if (this.#closed) return;
    for (const event of events) {
      const stored = this.#stamp(event);
      this.#unwritten.push(stored);
      this.#accept(stored);
    }
  }

  /** Whether a halted session that was closed off can be written again. */
  tryToResume(): boolean {
    try {
      this.#writePending();
      return true;
    } catch {
      // Still not writable: tried again later.
      return false;
    }
  }

  /** Called with every event before it is written; an exception rejects the event. Returns the function that removes the guard. */
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
    this.tryToResume();
    this.#closed = true;
    this.#file.close();
  }

  #stamp(event: NewSessionEvent, at = this.#clock.now()): SessionEvent {
    return { id: randomUUID(), seq: this.#seq + 1, at, ...event };
  }

  #write(event: SessionEvent): void {
    for (const guard of this.#guards) guard(event);
    this.#file.writeLine(event);
  }

  #accept(event: SessionEvent): void {
    this.#seq += 1;
    this.#events.push(event);
    this.#deliver(event);
  }

  /** @throws AppError why the session is still halted. */
  #writePending(): void {
    if (!this.#halted) return;
    if (this.#unwritten.length === 0) throw this.#halted;
    for (let next = this.#unwritten[0]; next; next = this.#unwritten[0]) {
      this.#write(next);
      this.#unwritten.shift();
    }
    this.#halted = null;
    for (const listener of this.#haltListeners) listener(null);
  }

  #deliver(event: SessionEvent): void {
    this.#undelivered.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
        for (const listener of this.#listeners) notify(listener, next);
      }
    } finally {
      this.#delivering = false;
    }
  }
}

/** The event has already been recorded, so a listener's failure must affect neither the caller nor the other listeners. */
function notify(listener: (event: SessionEvent) => void, event: SessionEvent): void {
  try {
    listener(event);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
  }
}
