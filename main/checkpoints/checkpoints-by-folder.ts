import type { SessionEvent } from '#shared/session/event.ts';
import type { Loss } from '#shared/session/loss.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { CoverageTarget } from './coverage/covered-files.ts';
import { SessionCheckpoints, type SessionCheckpointsOptions } from './session-checkpoints.ts';

interface CheckpointsByFolderOptions extends Omit<SessionCheckpointsOptions, 'events'> {
  readonly events: readonly SessionEvent[];
  /** The worktree that the session works in now; `null`: the project folder, to which `store` belongs. */
  readonly worktree: () => Worktree | null;
  readonly storeOf: (worktree: Worktree) => CheckpointStore;
}

/** Undo of a session that may move between the project folder and worktrees: each folder has its own checkpoints. */
export class CheckpointsByFolder {
  readonly #options: CheckpointsByFolderOptions;
  /** By the path of the worktree; that of the project folder has none. */
  readonly #folders = new Map<string | undefined, SessionCheckpoints>();

  constructor(options: CheckpointsByFolderOptions) {
    this.#options = options;
    this.#folders.set(undefined, new SessionCheckpoints({ ...options, events: ofFolder(options.events, undefined) }));
  }

  /** Of the folder that the session works in. */
  get current(): SessionCheckpoints {
    const worktree = this.#options.worktree();
    return this.#folders.get(worktree?.path) ?? this.#opened(worktree);
  }

  /** Hears of every event of the session's log as it is appended. */
  apply(event: SessionEvent): void {
    // Reading files ahead is for the folder in use.
    const isRequest = event.type === 'request.started' || event.type === 'request.ended';
    const inUse = isRequest ? this.#options.worktree()?.path : undefined;
    for (const [path, checkpoints] of this.#folders) {
      if (isOfFolder(event, path) && (!isRequest || path === inUse)) checkpoints.apply(event);
    }
  }

  /** As `SessionCheckpoints.beforeEffect`, for the folder in use. */
  beforeEffect(signal: AbortSignal): Promise<void> | undefined {
    return this.current.beforeEffect(signal);
  }

  /** As `SessionCheckpoints.lossOf`, for the folder in use. */
  lossOf(targets: readonly CoverageTarget[], signal: AbortSignal): Promise<Loss> {
    return this.current.lossOf(targets, signal);
  }

  /** Resolves when nothing is read or written any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#folders.values()].map((checkpoints) => checkpoints.close()));
  }

  #opened(worktree: Worktree | null): SessionCheckpoints {
    const { events, storeOf, append, store, ...options } = this.#options;
    const path = worktree?.path;
    // The turn that runs has to be known to it like those that follow.
    const turn = events.findLastIndex(({ type }) => type === 'turn.started');
    const past = turn === -1 ? events : events.slice(0, turn);
    const checkpoints = new SessionCheckpoints({
      ...options,
      store: worktree ? storeOf(worktree) : store,
      events: ofFolder(past, path),
      append: (event) =>
        append(event.type === 'checkpoint.taken' && path !== undefined ? { ...event, data: { ...event.data, worktree: path } } : event),
    });
    for (const event of ofFolder(events.slice(past.length), path)) checkpoints.apply(event);
    this.#folders.set(path, checkpoints);
    return checkpoints;
  }
}

function ofFolder(events: readonly SessionEvent[], path: string | undefined): SessionEvent[] {
  return events.filter((event) => isOfFolder(event, path));
}

function isOfFolder(event: SessionEvent, path: string | undefined): boolean {
  return event.type !== 'checkpoint.taken' || event.data.worktree === path;
}
