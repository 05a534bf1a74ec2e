import { normalize, sep } from 'node:path';
import type { Checkpoint, CheckpointPhase } from '#shared/session/checkpoint.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';

export type DatedCheckpoint = Checkpoint & { readonly at: number };

/** A state of the files that can be restored. */
export interface RestorePoint {
  readonly checkpointId: string;
  /** The message that started the work after it; `null` for the state before files were restored. */
  readonly messageId: string | null;
  readonly at: number;
}

/** The period between two checkpoints, or since the last one. */
export interface WorkPeriod {
  /** The checkpoint at its start. */
  readonly checkpointId: string;
  readonly who: 'agent' | 'restore' | 'others';
  readonly from: string;
  readonly to: string;
}

/** The agent’s work in a turn. */
export interface AgentWork {
  /** The one before it. */
  readonly checkpoint: DatedCheckpoint;
  /** The tree of the next one; `undefined`: there is none yet. */
  readonly end: string | undefined;
}

/** What an undo undoes. */
interface Undone extends Pick<EventBody<'files.restored'>, 'inPart'> {
  readonly deed: 'undo_restore' | 'undo_revert';
  /** What was restored then; bounded. */
  readonly paths: ReadonlySet<string>;
}

const STARTS_TURN: ReadonlySet<string> = new Set(['prompt', 'queued', 'scheduled']);

interface Message {
  readonly messageId: string;
  readonly at: number;
  /** Number of checkpoints created before it. */
  readonly after: number;
}

/** Whether files can be restored from a checkpoint of that phase. */
export function isTarget(phase: CheckpointPhase): boolean {
  return phase === 'before' || phase === 'restore';
}

/** A session's checkpoints, folded from its log. */
export class CheckpointHistory {
  readonly #checkpoints: DatedCheckpoint[] = [];
  readonly #messages: Message[] = [];
  /** Restores and reverts since the agent’s last work, the latest last, that weren’t undone. One that restored nothing isn’t among them. */
  #restored: readonly EventBody<'files.restored'>[] = [];
  /** Files created by tools, relative to the project folder, each with the number of checkpoints before it. */
  readonly #created: { readonly path: string; readonly after: number }[] = [];

  get isEmpty(): boolean {
    return this.#checkpoints.length === 0;
  }

  /** The checkpoint after the agent’s last work. */
  get lastWork(): string | undefined {
    return this.#checkpoints.findLast(({ phase }) => phase === 'after')?.checkpointId;
  }

  apply(event: SessionEvent): void {
    if (event.type === 'checkpoint.taken') {
      this.#checkpoints.push({ ...event.data, at: event.at });
      if (event.data.phase === 'before') this.#restored = [];
    }
    if (event.type === 'files.restored') {
      const { restored, failed } = event.data;
      // An undo that had to leave all files as they are is still to be done.
      if (this.undoes(event.data.checkpointId))
        this.#restored = this.#restored.slice(0, restored === 0 && failed.length > 0 ? undefined : -1);
      else if (restored > 0) this.#restored = [...this.#restored, event.data];
    }
    if (event.type === 'call.finished' && event.data.outcome === 'done' && event.data.view.kind === 'edit') {
      const { detail } = event.data.view;
      if (detail?.type === 'diff' && detail.created === true)
        this.#created.push({ path: normalize(detail.path).split(sep).join('/'), after: this.#checkpoints.length });
    }
    const isPrompt = event.type === 'user.message' && STARTS_TURN.has(event.data.origin);
    if (isPrompt && event.agentId === undefined) {
      this.#messages.push({ messageId: event.data.messageId, at: event.at, after: this.#checkpoints.length });
    }
  }

  /** The last restore or revert that wasn’t undone, unless the agent has worked since. */
  get lastRestore(): EventBody<'files.restored'> | undefined {
    return this.#restored.at(-1);
  }

  find(checkpointId: string): DatedCheckpoint | undefined {
    return this.#checkpoints.find((checkpoint) => checkpoint.checkpointId === checkpointId);
  }

  /** What restoring a checkpoint undoes now: the last restore or revert. */
  undoes(checkpointId: string): Undone | undefined {
    const { undoId, deed = 'restore', inPart, paths = [] } = this.lastRestore ?? {};
    if (undoId !== checkpointId) return undefined;
    return { deed: deed === 'restore' ? 'undo_restore' : 'undo_revert', inPart, paths: new Set(paths) };
  }

  /** Trees of a checkpoint and of the later ones that can be restored: these record what they left out. */
  targetsSince(checkpointId: string): string[] {
    return this.#since(checkpointId)
      .filter((checkpoint) => checkpoint.checkpointId === checkpointId || isTarget(checkpoint.phase))
      .map(({ tree }) => tree);
  }

  /** Files created by tools since a checkpoint, relative to the project folder. */
  createdSince(checkpointId: string): ReadonlySet<string> {
    const start = this.#checkpoints.length - this.#since(checkpointId).length;
    return new Set(this.#created.filter(({ after }) => after > start).map(({ path }) => path));
  }

  #since(checkpointId: string): readonly DatedCheckpoint[] {
    const start = this.#checkpoints.findIndex((checkpoint) => checkpoint.checkpointId === checkpointId);
    return this.#checkpoints.slice(Math.max(start, 0));
  }

  /**
   * In the order of the conversation. A message whose turn changed nothing gets the next checkpoint, as nothing changed before that either.
   */
  points(): RestorePoint[] {
    const messages = this.#messages.flatMap(({ messageId, at, after }): RestorePoint[] => {
      const next = this.#checkpoints.slice(after).find(({ phase }) => phase === 'before');
      return next ? [{ checkpointId: next.checkpointId, messageId, at }] : [];
    });
    const restores = this.#checkpoints
      .filter(({ phase }) => phase === 'restore')
      .map(({ checkpointId, at }): RestorePoint => ({ checkpointId, messageId: null, at }));
    return [...messages, ...restores].toSorted((a, b) => a.at - b.at);
  }

  /**
   * The periods since a checkpoint, each with its first and last tree and who was at work. An interrupted turn has no checkpoint at its
   * end, so what came after can't be separated from it and counts as others’.
   * @param now the tree of the current files.
   * @param isWorking whether the last turn is still running.
   */
  workPeriods(checkpointId: string, now: string, isWorking = false): WorkPeriod[] {
    const since = this.#since(checkpointId);
    return since.map(({ checkpointId: id, phase, tree }, index) => {
      const next = since[index + 1];
      const isAgent = phase === 'before' && (next ? next.phase === 'after' : isWorking);
      const isRestore = phase === 'restore' && next?.phase === 'restored';
      return { checkpointId: id, who: isAgent ? 'agent' : isRestore ? 'restore' : 'others', from: tree, to: next?.tree ?? now };
    });
  }

  /** The agent’s work in a turn that has ended; `undefined` if it can’t have changed anything, or was interrupted before its last checkpoint. */
  turnPeriod(turnId: string): { readonly start: DatedCheckpoint; readonly end: DatedCheckpoint } | undefined {
    const at = this.#checkpoints.findIndex((checkpoint) => checkpoint.turnId === turnId && checkpoint.phase === 'before');
    const [start, end] = at < 0 ? [] : this.#checkpoints.slice(at, at + 2);
    return start && end?.phase === 'after' ? { start, end } : undefined;
  }

  /** The agent’s work in each turn whose first checkpoint is kept. */
  works(kept: ReadonlySet<string>): AgentWork[] {
    return this.#checkpoints.flatMap((checkpoint, index) => {
      const isKept = checkpoint.phase === 'before' && kept.has(checkpoint.checkpointId);
      return isKept ? [{ checkpoint, end: this.#checkpoints[index + 1]?.tree }] : [];
    });
  }
}
