import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import { MAX_PREVIEW_FILES } from '#shared/contract/restore.ts';
import type { Checkpoint, CheckpointPhase, LeftOut } from '#shared/session/checkpoint.ts';
import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { whyNot } from './checkpoint-error.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';
import { CheckpointHistory, type DatedCheckpoint, type RestorePoint } from './checkpoint-history.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import { HeldLists } from './held-lists.ts';
import { keptCheckpoints } from './refs.ts';
import { previewFiles, type PreviewFile } from './preview-files.ts';
import { readBlobs } from './read-blobs.ts';
import { restoreFiles } from './restore-files.ts';
import { diffTrees, type TreeDifference } from './tree-diff.ts';
import { WarmUp } from './warm-up.ts';

/** Paths in an event. */
const MAX_NAMED = 200;
/** Paths the model is told. */
const MAX_TOLD = 50;

export interface SessionCheckpointsOptions {
  readonly store: CheckpointStore;
  readonly sessionId: string;
  /** The log so far. */
  readonly events: Iterable<SessionEvent>;
  readonly append: (event: NewSessionEvent) => void;
  /** `fileCheckpointingEnabled` */
  readonly isEnabled: () => boolean;
}

export interface RestorePreview {
  readonly previewId: string;
  readonly checkpoint: DatedCheckpoint;
  readonly files: readonly PreviewFile[];
  /** Files that would be brought back, named or not. */
  readonly total: number;
  /** Files that others changed and the list has no room for: they stay as they are. */
  readonly leftAlone: number;
  readonly leftOut: LeftOut;
}

/** What a session, or its last turn, changed. */
export interface SessionChanges {
  readonly changesId: string;
  /** The state compared with. */
  readonly checkpoint: DatedCheckpoint;
  readonly files: readonly ChangedFile[];
  readonly leftOut: LeftOut;
}

/** Which files of a preview are brought back. */
export interface Selection {
  readonly wants: (path: string) => boolean;
  /** Content to write in place of the checkpoint’s, for a file that is brought back in parts. */
  readonly edited?: ReadonlyMap<string, Buffer> | undefined;
}

/**
 * Takes the checkpoints of one session and brings files back. A checkpoint that can't be taken stops nothing: the gate is what
 * protects, undo is a comfort; the person is told once.
 */
export class SessionCheckpoints {
  readonly #options: SessionCheckpointsOptions;
  readonly #history = new CheckpointHistory();
  readonly #told = new Set<string>();
  #turnId: string | null = null;
  #messageId: string | null = null;
  /** Of the work that goes on: the checkpoint before it. */
  #before: Promise<boolean> | undefined;
  #isReady = false;
  #after: Promise<unknown> = Promise.resolve();
  readonly #lists: HeldLists;
  readonly #warmUp: WarmUp;

  constructor(options: SessionCheckpointsOptions) {
    this.#options = options;
    this.#lists = new HeldLists(options.store, options.sessionId);
    this.#warmUp = new WarmUp((signal) => this.#read(signal));
    for (const event of options.events) this.#history.apply(event);
  }

  /** Hears of every event of the session's log as it is appended. */
  apply(event: SessionEvent): void {
    this.#history.apply(event);
    if (event.agentId !== undefined) return;
    if (event.type === 'turn.started') {
      this.#turnId = event.data.turnId;
      this.#messageId = null;
    }
    if (event.type === 'request.started') this.#warmUp.requestBegan();
    if (event.type === 'request.ended') this.#warmUp.dismiss({ forGood: false });
    if (event.type === 'user.message' && event.data.origin !== 'reminder') this.#messageId ??= event.data.messageId;
    if (event.type === 'turn.ended') this.#endWork();
  }

  /** Resolves when nothing is read or written any more. */
  async close(): Promise<void> {
    await this.#warmUp.close();
    await this.settled();
  }

  /**
   * To be awaited before a call that may change something: resolves when the files can be brought back to what they are now, or that
   * failed, or `signal` says that nobody waits any more. Taken once for all calls of a turn, sub-agents’ too. Never rejects.
   * `undefined`: there is nothing to wait for.
   */
  beforeEffect(signal: AbortSignal): Promise<void> | undefined {
    if (this.#isReady || !this.#options.isEnabled() || signal.aborted) return undefined;
    this.#before ??= this.#begin();
    return this.#wait(this.#before, signal);
  }

  async #wait(before: Promise<boolean>, signal: AbortSignal): Promise<void> {
    const stop = Promise.withResolvers<void>();
    const onAbort = (): void => stop.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([before, stop.promise]);
    signal.removeEventListener('abort', onAbort);
  }

  /** Resolves when no checkpoint is being taken. */
  async settled(): Promise<void> {
    await this.#before;
    await this.#after;
  }

  /** Where files can be brought back to. @throws CheckpointError when undo isn’t available here. */
  async points(): Promise<RestorePoint[]> {
    const { git } = await this.#options.store.open();
    const kept = await keptCheckpoints(git, this.#options.sessionId);
    return this.#history.points().filter(({ checkpointId }) => kept.has(checkpointId));
  }

  /**
   * What bringing the files back to a checkpoint would change, first what others changed since.
   * @throws AppError `not_found`, CheckpointError
   */
  async preview(checkpointId: string, maxNamed = MAX_PREVIEW_FILES): Promise<RestorePreview> {
    const { store } = this.#options;
    const checkpoint = this.#checkpoint(checkpointId);
    await this.#workEnded();
    return store.exclusive(async () => {
      const { git } = await store.open();
      const held = await this.#lists.make(checkpoint);
      const { id: previewId, tree, differences } = held;
      const others = this.#history
        .times(checkpointId, tree)
        .filter(({ who }) => who === 'others')
        .map(({ from, to }) => [from, to] as const);
      const files = await previewFiles(git, [...differences.values()], { now: tree, target: checkpoint.tree, others });
      const sorted = files.toSorted((a, b) => Number(b.changedByOthers) - Number(a.changedByOthers));
      const unseen = sorted.slice(maxNamed).filter(({ changedByOthers }) => changedByOthers);
      held.unseen = new Set(unseen.map(({ path }) => path));
      const total = files.length - unseen.length;
      return { previewId, checkpoint, files: sorted.slice(0, maxNamed), total, leftAlone: unseen.length, leftOut: await store.leftOut() };
    });
  }

  /**
   * What has changed since the session, or its last turn, began to change files; `undefined` when it hasn’t. Also while a turn runs.
   * `changesId` goes wherever a `previewId` goes.
   * @throws CheckpointError when undo isn’t available here.
   */
  async changes(since: 'session' | 'turn'): Promise<SessionChanges | undefined> {
    const { store, sessionId } = this.#options;
    const isWorking = this.#turnId !== null;
    await this.#workEnded();
    return store.exclusive(async () => {
      const { git } = await store.open();
      const checkpoint = this.#history.start(since, await keptCheckpoints(git, sessionId));
      if (!checkpoint) return undefined;
      const held = await this.#lists.make(checkpoint);
      const { id: changesId, tree, differences } = held;
      const times = this.#history.times(checkpoint.checkpointId, tree, isWorking);
      const files = await changedFiles(git, [...differences.values()], { then: checkpoint.tree, now: tree, times });
      held.renamed = new Map(files.flatMap(({ path, from }) => (from === null ? [] : [[path, from] as const])));
      return { changesId, checkpoint, files, leftOut: await store.leftOut() };
    });
  }

  /** A file’s content now and at the checkpoint, then perhaps under another name; `null` where there is none. @throws AppError `conflict`, `not_found` */
  async contents(previewId: string, path: string): Promise<{ now: Buffer | null; then: Buffer | null }> {
    const held = this.#lists.get(previewId);
    const difference = held.differences.get(path);
    if (!difference) throw new AppError('not_found', `${path} isn’t among the files that would change.`);
    const { git } = await this.#options.store.open();
    const before = held.renamed?.get(path);
    const then = before === undefined ? difference.to : (held.differences.get(before)?.to ?? null);
    const read = async (state: TreeDifference['from']): Promise<Buffer | null> =>
      state === null ? null : ((await readBlobs(git, [state.blob]))[0] ?? null);
    return { now: await read(difference.from), then: await read(then) };
  }

  /**
   * Brings the files back that a preview showed, but for those in `keep`. What changed since the preview is left alone. Before it a
   * checkpoint is taken, so this can be undone in the same way.
   * @throws AppError `conflict` when the preview isn’t the last one, CheckpointError when no checkpoint can be taken first.
   */
  async restore(previewId: string, keep: readonly string[]): Promise<EventBody<'files.restored'>> {
    const held = this.#lists.get(previewId);
    const left = new Set([...keep, ...(held.unseen ?? [])]);
    const done = await this.bringBack(previewId, { wants: (path) => !left.has(path) });
    await this.#options.store.exclusive(() => this.#lists.drop(held));
    return done;
  }

  /** As `restore`, for the selected files; the list stays, so that one file can follow the other. */
  async bringBack(previewId: string, { wants, edited }: Selection): Promise<EventBody<'files.restored'>> {
    const { store, append } = this.#options;
    const held = this.#lists.get(previewId);
    const checkpoint = this.#checkpoint(held.checkpointId);
    return store.exclusive(async () => {
      const { git, common } = await store.open();
      const before = await this.#take('restore');
      const moved = new Set((await diffTrees(git, held.tree, before.tree, common)).map(({ path }) => path));
      const wanted = (await diffTrees(git, before.tree, checkpoint.tree, common)).filter(({ path }) => wants(path));
      const { restored, failed } = await restoreFiles(
        store,
        wanted.filter(({ path }) => !moved.has(path)).map((difference) => (edited?.has(difference.path) ? asItIs(difference) : difference)),
        edited,
      );
      for (const { path } of wanted) if (moved.has(path)) failed.push({ path, why: 'it has changed since the list was made' });
      await this.#take('restored').catch(() => undefined);
      const done: EventBody<'files.restored'> = {
        checkpointId: checkpoint.checkpointId,
        undoId: before.checkpointId,
        restored: restored.length,
        paths: restored.slice(0, MAX_NAMED),
        failed: failed.slice(0, MAX_NAMED),
      };
      append({ type: 'files.restored', data: done });
      if (restored.length > 0) append(reminder(restored));
      return done;
    });
  }

  #begin(): Promise<boolean> {
    this.#warmUp.dismiss({ forGood: true });
    const before = this.#tryToTake('before').then((taken) => {
      if (this.#before === before) this.#isReady = true;
      return taken;
    });
    return before;
  }

  #endWork(): void {
    this.#warmUp.dismiss({ forGood: false });
    this.#turnId = null;
    const before = this.#before;
    this.#before = undefined;
    this.#isReady = false;
    if (before) this.#after = before.then((taken) => (taken ? this.#tryToTake('after') : undefined));
  }

  /** Whether it was taken. */
  async #tryToTake(phase: CheckpointPhase): Promise<boolean> {
    try {
      this.#options.store.assertWorthTrying();
      await this.#options.store.exclusive(() => this.#take(phase));
      return true;
    } catch (error) {
      if (phase === 'before') this.#tell(whyNot(error));
      return false;
    }
  }

  /** What is read stays known to the store as long as something keeps it: the session, as any checkpoint of its. */
  async #read(signal: AbortSignal): Promise<void> {
    const { store, sessionId, isEnabled } = this.#options;
    if (!isEnabled()) return;
    store.assertWorthTrying();
    await store.exclusive(() => store.take(sessionId, `read-${randomUUID()}`, true, signal));
  }

  async #take(phase: CheckpointPhase): Promise<Checkpoint> {
    const { store, sessionId, append } = this.#options;
    const checkpointId = randomUUID();
    const [turnId, messageId] = [this.#turnId, this.#messageId];
    const taken = await store.take(sessionId, checkpointId, !this.#history.isEmpty);
    const checkpoint = { checkpointId, turnId, messageId, phase, ...taken };
    append({ type: 'checkpoint.taken', data: checkpoint });
    return checkpoint;
  }

  #tell(why: string): void {
    if (this.#told.has(why)) return;
    this.#told.add(why);
    try {
      const text = `What the agent changes now can’t be undone here, because ${why}. Work goes on.`;
      this.#options.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    } catch {
      // The session can’t be written; whoever appends next says so.
    }
  }

  #checkpoint(checkpointId: string): DatedCheckpoint {
    const found = this.#history.find(checkpointId);
    if (!found) throw new AppError('not_found', 'This session has no such checkpoint.');
    return found;
  }

  /** What a background task did since the turn ended is the agent’s. */
  async #workEnded(): Promise<void> {
    if (this.#before && this.#turnId === null) this.#endWork();
    await this.#after;
  }
}

/** A file brought back in parts stays what it is now but for its content. */
function asItIs(difference: TreeDifference): TreeDifference {
  return { ...difference, to: difference.from };
}

/** The model mustn’t go on from what it remembers of these files. */
function reminder(restored: readonly string[]): NewSessionEvent {
  const named = restored.slice(0, MAX_TOLD).map((path) => `- ${path}`);
  if (restored.length > MAX_TOLD) named.push(`- … and ${restored.length - MAX_TOLD} more`);
  const text = `<system-reminder>The user restored these files to an earlier state. Read them again before relying on them:\n${named.join('\n')}\n</system-reminder>`;
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
