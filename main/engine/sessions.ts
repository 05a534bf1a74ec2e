import { saidIn } from '#main/session/past.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { giveUp, type OwnedLog, type SessionFiles } from '#main/session/store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { asksViewSchema } from '#shared/contract/asks.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { sessionSnapshotSchema, type SessionSnapshot } from '#shared/contract/snapshot.ts';
import { asksViewOf } from '#shared/session/fold-asks.ts';
import { packingView } from '#shared/session/pack-view.ts';
import { startMode } from './start-mode.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { toWireEvent } from '#shared/session/wire.ts';
import type { OpenSessionOptions } from './open-session.ts';
import type { ProjectRoom } from './project-room.ts';
import type { PushBus } from './push-bus.ts';
import type { SessionRoom } from './session-room.ts';

export interface SessionsOptions {
  readonly files: SessionFiles;
  readonly bus: PushBus;
  /** Puts a session together around its log. */
  readonly furnish: (
    options: Pick<OpenSessionOptions, 'project' | 'owned' | 'client' | 'frames' | 'model' | 'onUserShells'>,
  ) => Promise<SessionRoom>;
  readonly clientFor: (kind: ModelClient['kind'], projectDir: string) => ModelClient;
  readonly defaultModel: (project: ProjectRoom) => string;
  readonly env: NodeJS.ProcessEnv;
}

/** The sessions that are open in this process, each under its id. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #rooms = new Map<string, Promise<SessionRoom>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  async create(project: ProjectRoom, kind: ModelClient['kind']): Promise<{ sessionId: string; room: SessionRoom }> {
    const client = this.#options.clientFor(kind, project.projectDir);
    const owned = this.#options.files.create(project.projectDir);
    try {
      owned.log.append({
        type: 'session.created',
        data: {
          sessionId: owned.sessionId,
          projectDir: project.projectDir,
          model: kind === 'scripted' ? 'scripted' : this.#options.defaultModel(project),
          mode: startMode(project.settings.current(), this.#options.env, client),
          client: kind,
        },
      });
    } catch (error) {
      giveUp(owned);
      throw error;
    }
    return { sessionId: owned.sessionId, room: await this.#hold(project, owned, client) };
  }

  /** @throws AppError as `SessionFiles.fork`. */
  async fork(project: ProjectRoom, sourceId: string, beforeMessageId?: string): Promise<{ sessionId: string; text?: string }> {
    const { files, clientFor } = this.#options;
    const owned = await inSlices(files.forking(project.projectDir, sourceId, beforeMessageId));
    const created = owned.log.events.find((event) => event.type === 'session.created');
    try {
      await project.checkpoints.share(sourceId, owned.sessionId);
      await this.#hold(project, owned, clientFor(created?.data.client ?? 'anthropic', project.projectDir));
    } catch (error) {
      giveUp(owned);
      throw error;
    }
    const source = beforeMessageId === undefined ? undefined : await this.open(project, sourceId);
    const text = source && beforeMessageId !== undefined ? saidIn(source.session.log.events, beforeMessageId)?.text : undefined;
    return { sessionId: owned.sessionId, ...(text !== undefined && { text }) };
  }

  /** The session's room, taken up from disk when it isn't open. @throws AppError as `SessionFiles.open`. */
  async open(project: ProjectRoom, sessionId: string): Promise<SessionRoom> {
    const open = this.#rooms.get(sessionId);
    if (open) return open;
    // There at once, so that whoever asks meanwhile waits for the same room.
    const room = this.#takeUp(project, sessionId);
    this.#rooms.set(sessionId, room);
    room.catch(() => this.#drop(sessionId, room));
    return room;
  }

  async #takeUp(project: ProjectRoom, sessionId: string): Promise<SessionRoom> {
    const owned = await inSlices(this.#options.files.opening(project.projectDir, sessionId));
    try {
      const created = owned.log.events.find((event) => event.type === 'session.created');
      return await this.#furnish(project, owned, this.#options.clientFor(created?.data.client ?? 'anthropic', project.projectDir));
    } catch (error) {
      giveUp(owned);
      throw error;
    }
  }

  /** @throws AppError `not_found` for a session that isn't open. */
  async get(sessionId: string): Promise<SessionRoom> {
    const room = await this.#rooms.get(sessionId);
    if (!room) throw new AppError('not_found', 'This session isn’t open any more. Open it again from the list.');
    return room;
  }

  /**
   * Does what must not meet an agent at work in the session’s folder, whichever open session that belongs to: none is, and none of this
   * process begins before it is done.
   * @throws AppError `conflict` while one works, `not_found` for a session that isn’t open.
   */
  async whileIdle<T>(sessionId: string, work: (room: SessionRoom) => Promise<T>): Promise<T> {
    const room = await this.get(sessionId);
    const { projectDir } = room.session.view;
    const open = await Promise.all([...this.#rooms.values()].map((other) => other.catch(() => undefined)));
    const others = open.filter((other) => other !== undefined && other !== room && other.session.view.projectDir === projectDir);
    room.session.assertIdle();
    for (const other of others) {
      try {
        other?.session.assertIdle();
      } catch (error) {
        throw new AppError('conflict', 'Another session in this folder is at work. Stop it first, or wait for its end.', { cause: error });
      }
    }
    if (await inSlices(this.#options.files.worksElsewhere(projectDir, new Set(this.#rooms.keys()))))
      throw new AppError(
        'conflict',
        'Another Gatehouse is at work in this folder: a run, or a window of its own. Wait for its end, or stop it there.',
      );
    const all = [room, ...others].reduce<() => Promise<T>>(
      (inner, each) => () => (each === undefined ? inner() : each.session.whileIdle(inner)),
      () => work(room),
    );
    return all();
  }

  /** @throws AppError as `SessionFiles.rename`. */
  async rename(project: ProjectRoom, sessionId: string, title: string): Promise<void> {
    this.#options.files.rename(project.projectDir, sessionId, title);
    const room = await this.#rooms.get(sessionId);
    room?.session.log.append({ type: 'session.title', data: { title } });
  }

  /** Closes the session first where it is open here. @throws AppError `conflict` while it works or is open elsewhere, `not_found`. */
  async delete(project: ProjectRoom, sessionId: string): Promise<void> {
    const room = await this.#rooms.get(sessionId);
    if (room?.session.running) throw new AppError('conflict', 'The agent works in this session. Stop it first.');
    this.#rooms.delete(sessionId);
    await room?.dispose();
    this.#options.files.remove(project.projectDir, sessionId);
    await project.checkpoints.dropSession(sessionId);
  }

  async snapshot(project: ProjectRoom, sessionId: string): Promise<SessionSnapshot> {
    const { session } = await this.open(project, sessionId);
    const packed = await inSlices(packingView(session.view));
    return sessionSnapshotSchema.parse({ packed, halted: session.log.halted !== null });
  }

  /** What waits for a person in the open sessions of a project. */
  async asksOf({ projectDir }: ProjectRoom): Promise<CommandOutput<'asks.list'>['sessions']> {
    const rooms = await Promise.all([...this.#rooms.values()].map((room) => room.catch(() => undefined)));
    return rooms.flatMap((room) =>
      room?.session.view.projectDir === projectDir ? [asksViewSchema.parse(asksViewOf(room.session.view))] : [],
    );
  }

  /** A window went away: nothing waits for it any more. */
  async detachWindow(windowId: string): Promise<void> {
    for (const room of this.#rooms.values()) detachFrom(await room.catch(() => undefined), windowId);
  }

  /** Stops everything; resolves when logs are closed and commands are gone. */
  async dispose(): Promise<void> {
    const rooms = [...this.#rooms.values()];
    this.#rooms.clear();
    await Promise.allSettled(rooms.map(async (room) => (await room).dispose()));
  }

  #hold(project: ProjectRoom, owned: OwnedLog, client: ModelClient): Promise<SessionRoom> {
    const { sessionId } = owned;
    const room = this.#furnish(project, owned, client);
    this.#rooms.set(sessionId, room);
    room.catch(() => {
      this.#drop(sessionId, room);
      giveUp(owned);
    });
    return room;
  }

  /** One that could not be opened; another that was begun since stays. */
  #drop(sessionId: string, room: Promise<SessionRoom>): void {
    if (this.#rooms.get(sessionId) === room) this.#rooms.delete(sessionId);
  }

  #furnish(project: ProjectRoom, owned: OwnedLog, client: ModelClient): Promise<SessionRoom> {
    const { sessionId, log } = owned;
    const { bus } = this.#options;
    const frames: FrameSink = { push: (frame) => bus.send('session.frames', { sessionId, frames: [frame] }) };
    log.onHalt((why) => bus.send('session.halted', { sessionId, halted: why !== null }));
    log.subscribe((event) => bus.send('session.events', { sessionId, events: [toWireEvent(event)] }));
    return this.#options.furnish({
      project,
      owned,
      client,
      frames,
      model: modelOf(log.events),
      onUserShells: () => bus.send('userShells.changed', { sessionId }),
    });
  }
}

function detachFrom(room: SessionRoom | undefined, windowId: string): void {
  room?.terminals.detach(windowId);
  room?.userShells.detach(windowId);
}

/** The model the session used last. */
export function modelOf(events: readonly SessionEvent[]): string {
  const last = events.findLast((event) => event.type === 'session.model' || event.type === 'session.created');
  return last?.data.model ?? '';
}
