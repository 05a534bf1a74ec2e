import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { LogFile } from './log-file.ts';

export const EVENTS_FILE = 'events.jsonl';

/**
 * The append-only list of events that a session is. An event is on disk before anyone hears of it, so what was shown
 * survives a kill at any moment.
 */
export class SessionLog {
  readonly sessionDir: string;
  readonly #file: LogFile;
  readonly #events: SessionEvent[];
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #seq: number;
  #lastAt = 0;
  #closed = false;

  private constructor(sessionDir: string, file: LogFile, events: SessionEvent[], seq: number) {
    this.sessionDir = sessionDir;
    this.#file = file;
    this.#events = events;
    this.#seq = seq;
  }

  /** A new, empty log. @throws AppError `unavailable` when the folder can't be made or has a log already. */
  static create(sessionDir: string): SessionLog {
    try {
      mkdirSync(sessionDir, { recursive: true, mode: 0o700 });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new AppError('unavailable', `The session's folder ${sessionDir} can't be made (${why}).`, { cause: error });
    }
    return new SessionLog(sessionDir, LogFile.create(join(sessionDir, EVENTS_FILE)), [], 0);
  }

  /** Takes a stored log up again; a torn last line is cut. @throws AppError as `LogFile.open`. */
  static open(sessionDir: string): SessionLog {
    const { file, stored } = LogFile.open(join(sessionDir, EVENTS_FILE));
    return new SessionLog(sessionDir, file, stored.events, stored.lastSeq);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /**
   * Writes the event, then tells the listeners.
   * @throws AppError `unavailable` when it can't be written; then nothing has happened.
   */
  append(event: NewSessionEvent): SessionEvent {
    if (this.#closed) throw new AppError('conflict', 'This session is closed.');
    // A clock that jumps back must not turn durations negative.
    this.#lastAt = Math.max(this.#lastAt, Date.now());
    const stored: SessionEvent = { id: randomUUID(), seq: this.#seq + 1, at: this.#lastAt, ...event };
    this.#file.writeLine(stored);
    this.#seq += 1;
    this.#events.push(stored);
    for (const listener of this.#listeners) listener(stored);
    return stored;
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
}
