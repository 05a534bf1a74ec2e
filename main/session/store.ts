import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { SessionSummary } from '#shared/contract/project.ts';
import { applyEvent, foldingSession, foldSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { forkedEvents, shareBodies } from './fork.ts';
import { readingLogHead, writingCopy } from './log-file.ts';
import { EVENTS_FILE, SessionLog } from './log.ts';
import { recoveringSession } from './recover.ts';
import { isSessionLive, lockSession } from './session-lock.ts';
import { giveTitle, givenTitle } from './session-title.ts';

export const SESSION_ID = /^[0-9a-f-]{36}$/;

/** Bytes of a log's beginning in which its title is looked for. */
const HEAD_BYTES = 256 * 1024;

/** A log this process owns, until `release`. */
export interface OwnedLog {
  readonly sessionId: string;
  readonly log: SessionLog;
  /** The view of what the log held when it was taken up. Whoever goes on with the session goes on with it. */
  readonly view?: SessionView;
  /** Whether it is new, was taken up again, or is a copy of another's past. */
  readonly source: 'startup' | 'resume' | 'fork';
  release(): void;
}

/** For a session that could not be begun: neither its log's descriptor nor its lock stays behind. Never throws. */
export function giveUp(owned: Pick<OwnedLog, 'log' | 'release'>): void {
  for (const step of [() => owned.log.close(), () => owned.release()]) {
    try {
      step();
    } catch {
      // Why it could not be begun is what its caller reports.
    }
  }
}

/** The sessions of all projects: `<stateDir>/sessions/<slug of the project>/<session id>/`. */
export class SessionFiles {
  readonly #root: string;
  readonly #summaries = new Map<string, { stamp: string; summary: Omit<SessionSummary, 'live'> }>();

  constructor(stateDir: string) {
    this.#root = join(stateDir, 'sessions');
  }

  /** @throws AppError `unavailable` when its folder can't be made or written; then nothing stays open. */
  create(projectDir: string): OwnedLog {
    const sessionId = randomUUID();
    const log = SessionLog.create(this.#sessionDir(projectDir, sessionId));
    try {
      const lock = lockSession(log.sessionDir);
      return { sessionId, log, source: 'startup', release: () => lock.release() };
    } catch (error) {
      giveUp({ log, release: () => undefined });
      throw error;
    }
  }

  /**
   * Takes a stored session up and closes what its last process left open.
   * @throws AppError `not_found`, `conflict` when it is open elsewhere, `refused` when its log is none.
   */
  open(projectDir: string, sessionId: string): OwnedLog {
    return atOnce(this.opening(projectDir, sessionId));
  }

  /** As `open`, which a long log makes long. */
  *opening(projectDir: string, sessionId: string): Steps<OwnedLog> {
    if (!SESSION_ID.test(sessionId) || !exists(join(this.#sessionDir(projectDir, sessionId), EVENTS_FILE))) {
      throw new AppError('not_found', `This project has no session ${sessionId}.`);
    }
    const dir = this.#sessionDir(projectDir, sessionId);
    const lock = lockSession(dir);
    let log: SessionLog | undefined;
    try {
      log = yield* SessionLog.opening(dir);
      if (log.events.length === 0) {
        throw new AppError('not_found', 'Gatehouse stopped before this session began, so there is nothing to go on with. Start a new one.');
      }
      const view = yield* recoveringSession(log);
      const title = givenTitle(dir);
      if (title !== undefined && title !== view.title) applyEvent(view, log.append({ type: 'session.title', data: { title } }));
      return { sessionId, log, view, source: 'resume', release: () => lock.release() };
    } catch (error) {
      if (log) giveUp({ log, release: () => lock.release() });
      else lock.release();
      throw error;
    }
  }

  /**
   * A new session that shares the past of another, whether that is open or not: all of it, or what came before a user message.
   * @throws AppError `not_found`, `conflict` while the session is at work, `unavailable` when the copy can't be written.
   */
  fork(projectDir: string, sourceId: string, beforeMessageId?: string): OwnedLog {
    return atOnce(this.forking(projectDir, sourceId, beforeMessageId));
  }

  /** As `fork`, which a long past makes long. */
  *forking(projectDir: string, sourceId: string, beforeMessageId?: string): Steps<OwnedLog> {
    const sourceDir = this.#sessionDir(projectDir, sourceId);
    if (!SESSION_ID.test(sourceId) || !exists(join(sourceDir, EVENTS_FILE))) {
      throw new AppError('not_found', `This project has no session ${sourceId}.`);
    }
    const sessionId = randomUUID();
    const fork = { sessionId, sessionDir: this.#sessionDir(projectDir, sessionId) };
    const { events } = yield* readingLogHead(join(sourceDir, EVENTS_FILE), Number.MAX_SAFE_INTEGER);
    const shared = yield* forkedEvents({ events, sessionDir: sourceDir, beforeMessageId, live: isSessionLive(sourceDir) }, fork);
    yield* writingCopy(join(fork.sessionDir, EVENTS_FILE), shared, () => shareBodies(sourceDir, fork.sessionDir));
    const owned = yield* this.opening(projectDir, fork.sessionId);
    try {
      const { queued, origin } = owned.view ?? (yield* foldingSession(owned.log.events));
      // They wait to be sent over there.
      for (const { messageId } of queued) owned.log.append({ type: 'user.unqueued', data: { messageId } });
      const text = `Forked from ${origin?.title ? `“${origin.title}”` : 'another session'}. What stands above is shared with it; what follows is not.`;
      owned.log.append({ type: 'notice', data: { level: 'info', text, action: 'none' } });
      return { ...owned, source: 'fork' };
    } catch (error) {
      giveUp(owned);
      throw error;
    }
  }

  /** Newest first. A log that can't be read is left out. */
  list(projectDir: string): SessionSummary[] {
    return atOnce(this.listing(projectDir));
  }

  /** As `list`, which many sessions make long. */
  *listing(projectDir: string): Steps<SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const sessionId of this.#folders(projectDir)) {
      yield;
      const summary = yield* this.#summary(projectDir, sessionId);
      if (summary) summaries.push(summary);
    }
    return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  /**
   * Whether an agent works in a session of the project that another process has open, as far as its log says now. `own`: those that this
   * process has open, which are asked themselves. One whose log can't be read counts as at work.
   */
  *worksElsewhere(projectDir: string, own: ReadonlySet<string>): Steps<boolean> {
    for (const sessionId of this.#ids(projectDir)) {
      yield;
      const dir = this.#sessionDir(projectDir, sessionId);
      if (own.has(sessionId) || !isSessionLive(dir)) continue;
      try {
        const { events } = yield* readingLogHead(join(dir, EVENTS_FILE), Number.MAX_SAFE_INTEGER);
        const { turn, agents } = yield* foldingSession(events);
        if (turn !== null || Object.values(agents).some(({ state }) => state === 'running')) return true;
      } catch {
        return true;
      }
    }
    return false;
  }

  /** @throws AppError `not_found`. */
  rename(projectDir: string, sessionId: string, title: string): void {
    giveTitle(this.#existing(projectDir, sessionId), title);
  }

  /** @throws AppError `not_found`, `conflict` while it is open. */
  remove(projectDir: string, sessionId: string): void {
    const dir = this.#existing(projectDir, sessionId);
    const lock = lockSession(dir);
    try {
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      lock.release();
    }
  }

  /** The session of the project that was used last; one whose log never got its first event doesn't count. */
  latest(projectDir: string): string | undefined {
    const ids = this.#ids(projectDir).map((id) => ({ id, mtimeMs: statSync(join(this.#sessionDir(projectDir, id), EVENTS_FILE)).mtimeMs }));
    return ids.toSorted((a, b) => b.mtimeMs - a.mtimeMs).find(({ id }) => atOnce(this.#summary(projectDir, id)) !== undefined)?.id;
  }

  /** Holds a folder for each session of the project; it may not be there yet. */
  folderOf(projectDir: string): string {
    return join(this.#root, projectSlug(projectDir));
  }

  #ids(projectDir: string): string[] {
    return this.#folders(projectDir).filter((id) => exists(join(this.#sessionDir(projectDir, id), EVENTS_FILE)));
  }

  /** Named as a session's is, whatever they hold. */
  #folders(projectDir: string): string[] {
    const dir = this.folderOf(projectDir);
    return exists(dir) ? readdirSync(dir).filter((id) => SESSION_ID.test(id)) : [];
  }

  *#summary(projectDir: string, sessionId: string): Steps<SessionSummary | undefined> {
    const dir = this.#sessionDir(projectDir, sessionId);
    const file = join(dir, EVENTS_FILE);
    try {
      const { size, mtimeMs } = statSync(file);
      const stamp = `${size}:${mtimeMs}`;
      let known = this.#summaries.get(file);
      if (known?.stamp !== stamp) {
        const { events } = yield* readingLogHead(file, HEAD_BYTES);
        if (events.length === 0) return undefined;
        const { title, createdAt } = foldSession(events);
        known = { stamp, summary: { sessionId, projectDir, title, createdAt, updatedAt: Math.round(mtimeMs) } };
        this.#summaries.set(file, known);
      }
      const title = givenTitle(dir) ?? known.summary.title;
      return { ...known.summary, title, live: isSessionLive(dir) };
    } catch {
      return undefined;
    }
  }

  #existing(projectDir: string, sessionId: string): string {
    const dir = this.#sessionDir(projectDir, sessionId);
    if (!SESSION_ID.test(sessionId) || !exists(join(dir, EVENTS_FILE)))
      throw new AppError('not_found', `This project has no session ${sessionId}.`);
    return dir;
  }

  #sessionDir(projectDir: string, sessionId: string): string {
    return join(this.folderOf(projectDir), sessionId);
  }
}

/** A folder name that people recognise and that no two projects share. */
export function projectSlug(projectDir: string): string {
  const name = basename(projectDir)
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 40);
  return `${name}-${createHash('sha256').update(projectDir).digest('hex').slice(0, 12)}`;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
