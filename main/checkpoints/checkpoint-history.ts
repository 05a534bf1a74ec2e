import { normalize, sep } from 'node:path';
import type { Checkpoint, CheckpointPhase } from '#shared/session/checkpoint.ts';
import type { SessionEvent } from '#shared/session/event.ts';

export type DatedCheckpoint = Checkpoint & { readonly at: number };

/** A state of the files that can be gone back to. */
export interface RestorePoint {
  readonly checkpointId: string;
  /** The message before whose work it was taken; `null` for the state before files were restored. */
  readonly messageId: string | null;
  readonly at: number;
}

/** What happened between two checkpoints, or since the last. */
export interface WorkPeriod {
  /** The one at its beginning. */
  readonly checkpointId: string;
  readonly who: 'agent' | 'restore' | 'others';
  readonly from: string;
  readonly to: string;
}

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

/** What a session's log says of its checkpoints. A pure fold. */
export class CheckpointHistory {
  readonly #checkpoints: DatedCheckpoint[] = [];
  readonly #messages: Message[] = [];
  /** Files that tools made, by path from the project folder, each after so many checkpoints. */
  readonly #created: { readonly path: string; readonly after: number }[] = [];

  get isEmpty(): boolean {
    return this.#checkpoints.length === 0;
  }

  apply(event: SessionEvent): void {
    if (event.type === 'checkpoint.taken') this.#checkpoints.push({ ...event.data, at: event.at });
    if (event.type === 'call.finished' && event.data.outcome === 'done' && event.data.view.kind === 'edit') {
      const { detail } = event.data.view;
      if (detail?.type === 'diff' && detail.created === true)
        this.#created.push({ path: normalize(detail.path).split(sep).join('/'), after: this.#checkpoints.length });
    }
    const isPrompt = event.type === 'user.message' && (event.data.origin === 'prompt' || event.data.origin === 'queued');
    if (isPrompt && event.agentId === undefined) {
      this.#messages.push({ messageId: event.data.messageId, at: event.at, after: this.#checkpoints.length });
    }
  }

  find(checkpointId: string): DatedCheckpoint | undefined {
    return this.#checkpoints.find((checkpoint) => checkpoint.checkpointId === checkpointId);
  }

  /** Trees of a checkpoint and of those after it that files can be brought back to: these know what they left out. */
  targetsSince(checkpointId: string): string[] {
    return this.#since(checkpointId)
      .filter((checkpoint) => checkpoint.checkpointId === checkpointId || isTarget(checkpoint.phase))
      .map(({ tree }) => tree);
  }

  /** Files that tools made since a checkpoint, from the project folder. */
  createdSince(checkpointId: string): ReadonlySet<string> {
    const start = this.#checkpoints.length - this.#since(checkpointId).length;
    return new Set(this.#created.filter(({ after }) => after > start).map(({ path }) => path));
  }

  #since(checkpointId: string): readonly DatedCheckpoint[] {
    const start = this.#checkpoints.findIndex((checkpoint) => checkpoint.checkpointId === checkpointId);
    return this.#checkpoints.slice(Math.max(start, 0));
  }

  /**
   * In the order of the conversation. A message whose turn changed nothing leads to the next checkpoint: until that was taken,
   * nothing was changed either.
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
   * The times since a checkpoint, each with the trees at its beginning and end and who was at work. A turn that was cut short left no
   * checkpoint at its end, so what came after can't be told from it and counts as others’.
   * @param now the tree of the files as they are.
   * @param isWorking whether the last turn still runs.
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

  /** Where the agent’s work began, in the whole session or in the last turn with any. */
  start(since: 'session' | 'turn', kept: ReadonlySet<string>): DatedCheckpoint | undefined {
    const begins = this.#checkpoints.filter(({ checkpointId, phase }) => phase === 'before' && kept.has(checkpointId));
    return since === 'session' ? begins[0] : begins.at(-1);
  }
}
