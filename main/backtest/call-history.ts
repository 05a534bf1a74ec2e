import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PastCall, SavedRule } from './past-call.ts';
import { SessionCalls } from './read-calls.ts';

const SESSION_ID = /^[0-9a-f-]{36}$/;

export interface PastCalls {
  /** Newest first. */
  readonly calls: readonly PastCall[];
  /** Whether older ones were left out. */
  readonly more: boolean;
  readonly saved: readonly SavedRule[];
}

/** The calls of all sessions of one project, read from their logs. Parsed logs stay in memory. */
export class CallHistory {
  readonly #dir: string;
  readonly #eventsFile: string;
  readonly #sessions = new Map<string, SessionCalls>();

  /** `dir` contains a folder per session, each with an `eventsFile`. */
  constructor(dir: string, eventsFile: string) {
    this.#dir = dir;
    this.#eventsFile = eventsFile;
  }

  /**
   * The latest calls. `pause` is awaited between files, and may throw to cancel. A log that can't be read is skipped, and so is a forked
   * session's copy of a call.
   */
  async latest(limit: number, pause: () => Promise<void>): Promise<PastCalls> {
    const known = new Map<string, PastCall>();
    const saved: SavedRule[] = [];
    let older = false;
    for (const { sessionId, file, size } of this.#files()) {
      if (known.size > limit) {
        older = true;
        break;
      }
      await pause();
      const session = this.#sessions.get(sessionId) ?? new SessionCalls(file, sessionId);
      this.#sessions.set(sessionId, session);
      try {
        session.read(size);
      } catch {
        // A session that can't be read has no calls to decide again.
        continue;
      }
      for (const call of session.calls) known.set(`${call.callId} ${call.at}`, call);
      saved.push(...session.saved);
    }
    // Reversed, so that of two calls in the same millisecond the later comes first.
    const calls = [...known.values()].toReversed().toSorted((a, b) => b.at - a.at);
    return { calls: calls.slice(0, limit), more: older || calls.length > limit, saved };
  }

  /** The calls of one session, in the order in which they were decided; none if it can't be read. */
  ofSession(sessionId: string): readonly PastCall[] {
    if (!SESSION_ID.test(sessionId)) return [];
    const session = this.#sessions.get(sessionId) ?? new SessionCalls(join(this.#dir, sessionId, this.#eventsFile), sessionId);
    try {
      session.read();
    } catch {
      // A session that can't be read has no calls to decide again.
      return [];
    }
    this.#sessions.set(sessionId, session);
    return session.calls;
  }

  /** Last changed first. */
  #files(): { sessionId: string; file: string; size: number }[] {
    return namesIn(this.#dir)
      .filter((name) => SESSION_ID.test(name))
      .flatMap((sessionId) => {
        const file = join(this.#dir, sessionId, this.#eventsFile);
        const found = statSync(file, { throwIfNoEntry: false });
        return found === undefined ? [] : [{ sessionId, file, size: found.size, mtimeMs: found.mtimeMs }];
      })
      .toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    // No sessions yet.
    return [];
  }
}
