import { userMessageIn } from '#main/session/past.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { createLogger } from '#main/log/logger.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { discardLog, type OwnedLog, type SessionFiles } from '#main/session/store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { asksViewSchema } from '#shared/contract/commands/ask-commands.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { type SessionSnapshot, sessionSnapshotSchema } from '#shared/contract/commands/session-commands.ts';
import { asksViewOf } from '#shared/session/fold/fold-asks.ts';
import { packingView } from '#shared/session/pack-view.ts';
import { isReleasable } from './is-releasable.ts';
import { modelOf } from './model-of.ts';
import { startMode } from './start-mode.ts';
import type { SessionView } from '#shared/session/view.ts';
import { toWireEvent } from '#shared/session/wire.ts';
import type { OpenSessionOptions } from './open-session-options.ts';
import type { OpenProject } from '../project/open-project.ts';
import type { PushBus } from '../push-bus.ts';
import type { OpenSession } from './open-session.ts';

const log = createLogger('engine');

export interface SessionsOptions {
  readonly files: SessionFiles;
  readonly bus: PushBus;
  /** Builds a session from its log. */
  readonly openSession: (
    options: Pick<OpenSessionOptions, 'project' | 'owned' | 'client' | 'frames' | 'model' | 'onUserShells'>,
  ) => Promise<OpenSession>;
  readonly clientFor: (kind: ModelClient['kind'], projectDir: string) => ModelClient;
  readonly defaultModel: (project: OpenProject) => string;
  /** @throws AppError `not_found` for a folder that isn't open. */
  readonly projectOf: (projectDir: string) => OpenProject;
  readonly env: NodeJS.ProcessEnv;
}

/** Idle sessions kept open. Each holds its whole log and some open files. */
const MAX_IDLE = 8;

/** The sessions open in this process, by id. Of idle ones, those used last stay open; the others are opened again when they are needed. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** The one used last is the last. */
  readonly #opened = new Map<string, Promise<OpenSession>>();
  readonly #released = new Map<string, { readonly projectDir: string; readonly endedAt: number | null }>();
  /** The folder of each session that was opened. */
  readonly #projectDirs = new Map<string, string>();
  /** Released, with work that must end before they can be opened again. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  async create(project: OpenProject, kind: ModelClient['kind']): Promise<{ sessionId: string; opened: OpenSession }> {
    const client = this.#options.clientFor(kind, project.projectDir);
    const { effortLevel: effort } = project.settings.current();
    const owned = this.#options.files.create(project.projectDir);
    try {
      owned.log.append({
        type: 'session.created',
        data: {
          sessionId: owned.sessionId,
          projectDir: project.projectDir,
          model: kind === 'scripted' ? 'scripted' : this.#options.defaultModel(project),
          ...(kind !== 'scripted' && effort !== undefined && { effort }),
          mode: startMode(project.settings.current(), this.#options.env, client),
          client: kind,
        },
      });
    } catch (error) {
      discardLog(owned);
      throw error;
    }
    return { sessionId: owned.sessionId, opened: await this.#track(project, owned, client) };
  }

  /** @throws AppError as `SessionFiles.fork`. */
  async fork(project: OpenProject, sourceId: string, beforeMessageId?: string): Promise<{ sessionId: string; text?: string }> {
    const { files, clientFor } = this.#options;
    const owned = await inSlices(files.forking(project.projectDir, sourceId, beforeMessageId));
    const created = owned.log.events.find((event) => event.type === 'session.created');
    try {
      await project.checkpoints.share(sourceId, owned.sessionId);
      await this.#track(project, owned, clientFor(created?.data.client ?? 'anthropic', project.projectDir));
    } catch (error) {
      discardLog(owned);
      throw error;
    }
    const source = beforeMessageId === undefined ? undefined : await this.open(project, sourceId);
    const text = source && beforeMessageId !== undefined ? userMessageIn(source.session.log.events, beforeMessageId)?.text : undefined;
    return { sessionId: owned.sessionId, ...(text !== undefined && { text }) };
  }

  /** The open session, loaded from disk when it isn't open yet. @throws AppError as `SessionFiles.open`. */
  async open(project: OpenProject, sessionId: string): Promise<OpenSession> {
    const open = this.#used(sessionId);
    if (open) return open;
    // Stored before it has loaded, so that concurrent callers share one promise.
    const opened = this.#load(project, sessionId);
    this.#opened.set(sessionId, opened);
    // The caller gets the error.
    opened.catch(() => this.#drop(sessionId, opened));
    void this.#releaseIdle();
    return opened;
  }

  async #load(project: OpenProject, sessionId: string): Promise<OpenSession> {
    await this.#closing.get(sessionId);
    const owned = await inSlices(this.#options.files.opening(project.projectDir, sessionId));
    try {
      const created = owned.log.events.find((event) => event.type === 'session.created');
      const opened = await this.#build(project, owned, this.#options.clientFor(created?.data.client ?? 'anthropic', project.projectDir));
      this.#released.delete(sessionId);
      return opened;
    } catch (error) {
      discardLog(owned);
      throw error;
    }
  }

  /** Opens it again if it was released. @throws AppError `not_found` for a session that isn't open. */
  async get(sessionId: string): Promise<OpenSession> {
    const released = this.#released.get(sessionId);
    const opened = await (this.#used(sessionId) ?? (released && this.open(this.#options.projectOf(released.projectDir), sessionId)));
    if (!opened) throw new AppError('not_found', 'This session isn’t open any more. Open it again from the list.');
    return opened;
  }

  /**
   * Runs `work` while no session in the same folder has a running agent. The sessions of this process start nothing until it is done.
   * @throws AppError `conflict` while one is running, `not_found` for a session that isn’t open.
   */
  async whileIdle<T>(sessionId: string, work: (opened: OpenSession) => Promise<T>): Promise<T> {
    const opened = await this.get(sessionId);
    const { projectDir } = opened.session.view;
    const others = (await this.#all()).filter((other) => other !== opened && other.session.view.projectDir === projectDir);
    opened.session.assertIdle();
    for (const other of others) {
      try {
        other.session.assertIdle();
      } catch (error) {
        throw new AppError('conflict', 'Another session in this folder is running. Stop it, or wait until it has finished.', {
          cause: error,
        });
      }
    }
    if (await inSlices(this.#options.files.worksElsewhere(projectDir, new Set([...this.#opened.keys(), ...this.#closing.keys()]))))
      throw new AppError('conflict', 'Another Gatehouse process is running in this folder. Stop it, or wait until it has finished.');
    const all = [opened, ...others].reduce<() => Promise<T>>(
      (inner, each) => () => each.session.whileIdle(inner),
      () => work(opened),
    );
    return all();
  }

  /** @throws AppError as `SessionFiles.rename`. */
  async rename(projectDir: string, sessionId: string, title: string): Promise<void> {
    this.#options.files.rename(projectDir, sessionId, title);
    const opened = await this.#opened.get(sessionId);
    opened?.session.log.append({ type: 'session.title', data: { title } });
  }

  /** Closes the session first if it is open here. @throws AppError `conflict` while it is running or open elsewhere, `not_found`. */
  async delete(projectDir: string, sessionId: string): Promise<void> {
    const opened = await this.atRest(sessionId);
    this.#opened.delete(sessionId);
    this.#released.delete(sessionId);
    await (opened?.dispose() ?? this.#closing.get(sessionId));
    this.#options.files.remove(projectDir, sessionId);
  }

  /** The session, if it is open here. @throws AppError `conflict` while it is running. */
  async atRest(sessionId: string): Promise<OpenSession | undefined> {
    const opened = await this.#opened.get(sessionId);
    if (opened?.session.running) throw new AppError('conflict', 'The agent is running in this session. Stop it first.');
    return opened;
  }

  async snapshot(project: OpenProject, sessionId: string): Promise<SessionSnapshot> {
    const { session } = await this.open(project, sessionId);
    const packed = await inSlices(packingView(session.view));
    return sessionSnapshotSchema.parse({ packed, halted: session.log.halted !== null });
  }

  /** Requests waiting for an answer in the project's open sessions. */
  async asksOf({ projectDir }: OpenProject): Promise<CommandOutput<'asks.list'>['sessions']> {
    const views = (await this.views()).filter((view) => view.projectDir === projectDir);
    return views.map((view) => asksViewSchema.parse(asksViewOf(view)));
  }

  /** `undefined`: it was never opened. */
  projectDirOf(sessionId: string): string | undefined {
    return this.#projectDirs.get(sessionId);
  }

  /** When the last turn of each released session ended, in epoch milliseconds. */
  get released(): ReadonlyMap<string, number | null> {
    return new Map([...this.#released].map(([sessionId, { endedAt }]) => [sessionId, endedAt]));
  }

  /** The views of all open sessions. */
  async views(): Promise<readonly SessionView[]> {
    return (await this.#all()).map(({ session }) => session.view);
  }

  async #all(): Promise<OpenSession[]> {
    // The caller that opened it got the error.
    const opened = await Promise.all([...this.#opened.values()].map((opened) => opened.catch(() => undefined)));
    return opened.filter((one) => one !== undefined);
  }

  /** Stops holding commands back for a window that has closed. */
  async detachWindow(windowId: string): Promise<void> {
    for (const { terminals, userShells } of await this.#all()) {
      terminals.detach(windowId);
      userShells.detach(windowId);
    }
  }

  /** Stops everything. Resolves when logs are closed and commands have exited. */
  async dispose(): Promise<void> {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    this.#released.clear();
    await Promise.allSettled([...opened.map(async (opened) => (await opened).dispose()), ...this.#closing.values()]);
  }

  #track(project: OpenProject, owned: OwnedLog, client: ModelClient): Promise<OpenSession> {
    const { sessionId } = owned;
    const opened = this.#build(project, owned, client);
    this.#opened.set(sessionId, opened);
    // The caller gets the error.
    opened.catch(() => {
      this.#drop(sessionId, opened);
      discardLog(owned);
    });
    void this.#releaseIdle();
    return opened;
  }

  /** The open session, which counts as used now. */
  #used(sessionId: string): Promise<OpenSession> | undefined {
    const opened = this.#opened.get(sessionId);
    if (opened) {
      this.#opened.delete(sessionId);
      this.#opened.set(sessionId, opened);
    }
    return opened;
  }

  /** Closes the idle sessions used least recently, but for `MAX_IDLE`. Never rejects. */
  async #releaseIdle(): Promise<void> {
    const idle: [string, OpenSession][] = [];
    for (const [sessionId, opening] of this.#opened.entries().toArray()) {
      // The caller that opened it got the error.
      const opened = await opening.catch(() => undefined);
      if (opened && isReleasable(opened)) idle.push([sessionId, opened]);
    }
    for (const [sessionId, opened] of idle.slice(0, -MAX_IDLE)) this.#release(sessionId, opened);
  }

  #release(sessionId: string, opened: OpenSession): void {
    // Something may have begun meanwhile, or another call may have released it.
    if (!isReleasable(opened) || !this.#opened.delete(sessionId)) return;
    const { projectDir, lastTurn } = opened.session.view;
    this.#released.set(sessionId, { projectDir, endedAt: lastTurn?.at ?? null });
    const closing = opened
      .dispose()
      .catch((error: unknown) => log.error('An idle session could not be closed', error))
      .finally(() => this.#closing.delete(sessionId));
    this.#closing.set(sessionId, closing);
  }

  /** Removes a session that failed to open, unless a newer attempt has replaced it. */
  #drop(sessionId: string, opened: Promise<OpenSession>): void {
    if (this.#opened.get(sessionId) === opened) this.#opened.delete(sessionId);
  }

  #build(project: OpenProject, owned: OwnedLog, client: ModelClient): Promise<OpenSession> {
    const { sessionId, log } = owned;
    this.#projectDirs.set(sessionId, project.projectDir);
    const { bus } = this.#options;
    const frames: FrameSink = { push: (frame) => bus.send('session.frames', { sessionId, frames: [frame] }) };
    log.onHalt((why) => bus.send('session.halted', { sessionId, halted: why !== null }));
    log.subscribe((event) => bus.send('session.events', { sessionId, events: [toWireEvent(event)] }));
    return this.#options.openSession({
      project,
      owned,
      client,
      frames,
      model: modelOf(log.events),
      onUserShells: () => bus.send('userShells.changed', { sessionId }),
    });
  }
}
