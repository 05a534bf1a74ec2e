import { createHash, randomUUID } from 'node:crypto';
import { createLogger } from '#main/log/logger.ts';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { SessionSummary } from '#shared/contract/project.ts';
import { applyEvent, foldingSession, foldSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { isArchived, markArchived } from './archive-mark.ts';
import { forkedEvents, shareBodies } from './fork.ts';
import { readingLogHead, writingCopy } from './log-file.ts';
import { EVENTS_FILE, SessionLog } from './log.ts';
import { recoveringSession } from './recover.ts';
import { isSessionLive, lockSession } from './session-lock.ts';
import { giveTitle, givenTitle } from './session-title.ts';
import { StoredProjects } from './stored-projects.ts';

const log = createLogger('session');

export const SESSION_ID = /^[0-9a-f-]{36}$/;

/** Bytes at the start of a log that are searched for its title. */
const HEAD_BYTES = 256 * 1024;

/** A log this process owns until `release`. */
export interface OwnedLog {
  readonly sessionId: string;
  readonly log: SessionLog;
  /** The view of the log when it was opened, so that the session needn't fold it again. */
  readonly view?: SessionView;
  /** Whether the session is new, resumed or forked. */
  readonly source: 'startup' | 'resume' | 'fork';
  release(): void;
}

/** Closes the log and releases the lock of a session that failed to start. Never throws. */
export function discardLog(owned: Pick<OwnedLog, 'log' | 'release'>): void {
  for (const step of [() => owned.log.close(), () => owned.release()]) {
    try {
      step();
    } catch {
      // The caller reports why the session failed to start.
    }
  }
}

/** The sessions of all projects: `<stateDir>/sessions/<slug of the project>/<session id>/`. */
export class SessionFiles {
  readonly #root: string;
  readonly #projects: StoredProjects;
  readonly #summaries = new Map<string, { stamp: string; summary: Omit<SessionSummary, 'live' | 'archived'> }>();

  constructor(stateDir: string) {
    this.#root = join(stateDir, 'sessions');
    this.#projects = new StoredProjects(this.#root, (projectDir) => this.folderOf(projectDir));
  }

  /** @throws AppError `unavailable` when its folder can't be created or written; then nothing stays open. */
  create(projectDir: string): OwnedLog {
    const sessionId = randomUUID();
    const log = SessionLog.create(this.#sessionDir(projectDir, sessionId));
    try {
      const lock = lockSession(log.sessionDir);
      return { sessionId, log, source: 'startup', release: () => lock.release() };
    } catch (error) {
      discardLog({ log, release: () => undefined });
      throw error;
    }
  }

  /**
   * Opens a stored session and closes what its last process left unfinished.
   * @throws AppError `not_found`, `conflict` when it is open elsewhere, `refused` when the file isn't a session log.
   */
  open(projectDir: string, sessionId: string): OwnedLog {
    return atOnce(this.opening(projectDir, sessionId));
  }

  /** `open` in steps, for long logs. */
  *opening(projectDir: string, sessionId: string): Steps<OwnedLog> {
    if (!SESSION_ID.test(sessionId) || !exists(join(this.#sessionDir(projectDir, sessionId), EVENTS_FILE))) {
      throw new AppError('not_found', `This project has no session “${sessionId}”.`);
    }
    const dir = this.#sessionDir(projectDir, sessionId);
    const lock = lockSession(dir);
    let log: SessionLog | undefined;
    try {
      log = yield* SessionLog.opening(dir);
      if (log.events.length === 0) {
        throw new AppError('not_found', 'Gatehouse stopped before this session began, so there is nothing to continue. Start a new one.');
      }
      const view = yield* recoveringSession(log);
      const title = givenTitle(dir);
      if (title !== undefined && title !== view.title) applyEvent(view, log.append({ type: 'session.title', data: { title } }));
      return { sessionId, log, view, source: 'resume', release: () => lock.release() };
    } catch (error) {
      if (log) discardLog({ log, release: () => lock.release() });
      else lock.release();
      throw error;
    }
  }

  /**
   * Creates a session that shares the history of another, whether or not that is open: all of it, or what precedes a user message.
   * @throws AppError `not_found`, `conflict` while the session is running, `unavailable` when the copy can't be written.
   */
  fork(projectDir: string, sourceId: string, beforeMessageId?: string): OwnedLog {
    return atOnce(this.forking(projectDir, sourceId, beforeMessageId));
  }

  /** `fork` in steps, for long logs. */
  *forking(projectDir: string, sourceId: string, beforeMessageId?: string): Steps<OwnedLog> {
    const sourceDir = this.#sessionDir(projectDir, sourceId);
    if (!SESSION_ID.test(sourceId) || !exists(join(sourceDir, EVENTS_FILE))) {
      throw new AppError('not_found', `This project has no session “${sourceId}”.`);
    }
    const sessionId = randomUUID();
    const fork = { sessionId, sessionDir: this.#sessionDir(projectDir, sessionId) };
    const { events } = yield* readingLogHead(join(sourceDir, EVENTS_FILE), Number.MAX_SAFE_INTEGER);
    const shared = yield* forkedEvents({ events, sessionDir: sourceDir, beforeMessageId, live: isSessionLive(sourceDir) }, fork);
    yield* writingCopy(join(fork.sessionDir, EVENTS_FILE), shared, () => shareBodies(sourceDir, fork.sessionDir));
    const owned = yield* this.opening(projectDir, fork.sessionId);
    try {
      const { queued, origin } = owned.view ?? (yield* foldingSession(owned.log.events));
      // They stay queued in the source session.
      for (const { messageId } of queued) owned.log.append({ type: 'user.unqueued', data: { messageId } });
      const text = `Forked from ${origin?.title ? `“${origin.title}”` : 'another session'}. What stands above is shared with it; what follows is not.`;
      owned.log.append({ type: 'notice', data: { level: 'info', text, action: 'none' } });
      return { ...owned, source: 'fork' };
    } catch (error) {
      discardLog(owned);
      throw error;
    }
  }

  /** The folders of the projects that have sessions. */
  listingProjects(): Steps<string[]> {
    return this.#projects.listing();
  }

  /** Newest first. Leaves out logs that can't be read. */
  list(projectDir: string): SessionSummary[] {
    return atOnce(this.listing(projectDir));
  }

  /** `list` in steps, for many sessions. `except`: sessions to leave out. */
  *listing(projectDir: string, except: ReadonlySet<string> = new Set()): Steps<SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const sessionId of this.#folders(projectDir)) {
      yield;
      if (except.has(sessionId)) continue;
      const summary = yield* this.#summary(projectDir, sessionId);
      if (summary) summaries.push(summary);
    }
    return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  /**
   * Whether an agent is running in a session of the project that another process has open, according to its log. `own`: sessions open in
   * this process, which are skipped. A session whose log can't be read counts as running.
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
        // Unsure: it may be at work.
        return true;
      }
    }
    return false;
  }

  /** @throws AppError `not_found`. */
  rename(projectDir: string, sessionId: string, title: string): void {
    giveTitle(this.#existing(projectDir, sessionId), title);
  }

  /** Puts a session aside, or takes it back. @throws AppError `not_found`. */
  archive(projectDir: string, sessionId: string, archived: boolean): void {
    markArchived(this.#existing(projectDir, sessionId), archived);
  }

  /** Whether it was put aside. */
  isArchived(projectDir: string, sessionId: string): boolean {
    return isArchived(this.#sessionDir(projectDir, sessionId));
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

  /** The project's most recently used session; sessions without events don't count. */
  latest(projectDir: string): string | undefined {
    const ids = this.#ids(projectDir).map((id) => ({ id, mtimeMs: statSync(join(this.#sessionDir(projectDir, id), EVENTS_FILE)).mtimeMs }));
    return ids.toSorted((a, b) => b.mtimeMs - a.mtimeMs).find(({ id }) => atOnce(this.#summary(projectDir, id)) !== undefined)?.id;
  }

  /** Contains a folder for each session of the project; it may not exist yet. */
  folderOf(projectDir: string): string {
    return join(this.#root, projectSlug(projectDir));
  }

  #ids(projectDir: string): string[] {
    return this.#folders(projectDir).filter((id) => exists(join(this.#sessionDir(projectDir, id), EVENTS_FILE)));
  }

  /** Folders with a session's name, whatever they contain. */
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
      return { ...known.summary, title, live: isSessionLive(dir), archived: isArchived(dir) };
    } catch (error) {
      log.debug('A session could not be read for the list', error);
      return undefined;
    }
  }

  #existing(projectDir: string, sessionId: string): string {
    const dir = this.#sessionDir(projectDir, sessionId);
    if (!SESSION_ID.test(sessionId) || !exists(join(dir, EVENTS_FILE)))
      throw new AppError('not_found', `This project has no session “${sessionId}”.`);
    return dir;
  }

  #sessionDir(projectDir: string, sessionId: string): string {
    return join(this.folderOf(projectDir), sessionId);
  }
}

/** A readable folder name that is unique to the project. */
export function projectSlug(projectDir: string): string {
  const name = basename(projectDir)
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 40);
  return `${name}-${createHash('sha256').update(projectDir).digest('hex').slice(0, 12)}`;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
