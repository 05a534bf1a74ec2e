import { AppError } from '#shared/contract/app-error.ts';
import { createLogger } from '#main/log/logger.ts';
import { MAX_PREVIEW_FILES } from '#shared/contract/max-preview-files.ts';
import type { LeftOut } from '#shared/session/checkpoint.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import type { Loss } from '#shared/session/loss.ts';
import { CheckpointHistory, type DatedCheckpoint, type RestorePoint } from './checkpoint-history.ts';
import { readBlobs } from './store/git.ts';
import { type SessionChanges, SessionComparisons } from './changes/session-comparisons.ts';
import { OpenChangeLists, renamesOf, withKept, withOldNames } from './changes/open-change-lists.ts';
import type { CoverageTarget } from './coverage/covered-files.ts';
import { leftOutSince } from './coverage/left-out-since.ts';
import { MAX_NAMED } from './max-named.ts';
import { findProtectedFiles, type ProtectedReason } from './coverage/protected-files.ts';
import { originsOfRestored } from './coverage/origins.ts';
import { keptCheckpoints } from './store/refs.ts';
import { previewFiles, type PreviewFile } from './restore/preview-files.ts';
import { asItIs, inPartOf, oncePerFile, restoredReminder, restoreFiles } from './restore/restore-files.ts';
import { WHY_LEFT } from './restore/why-left.ts';
import { diffTrees, renamedBetween, type TreeDifference } from './store/tree-diff.ts';
import type { TurnChanges } from './changes/turn-changes.ts';
import { TurnCheckpoints, type TurnCheckpointsOptions } from './turn-checkpoints.ts';

const log = createLogger('checkpoints');

export interface SessionCheckpointsOptions extends TurnCheckpointsOptions {
  /** The log so far. */
  readonly events: Iterable<SessionEvent>;
}

export interface RestorePreview {
  readonly previewId: string;
  readonly checkpoint: DatedCheckpoint;
  readonly files: readonly PreviewFile[];
  /** Number of files that would be restored, including those not listed. */
  readonly total: number;
  /** Files that others changed and that don't fit in the list: they stay as they are. */
  readonly leftAlone: number;
  /** What isn’t covered and was touched since. */
  readonly leftOut: LeftOut;
  /** What the checkpoint left out and is gone. */
  readonly lost: readonly string[];
}

/** Which files of a preview are restored. */
export interface Selection {
  readonly isSelected: (path: string) => boolean;
  /** What the person does; by default a revert. */
  readonly deed?: 'restore' | 'revert' | undefined;
  /** Content to write instead of the checkpoint’s, for a file that is restored in part. */
  readonly edited?: ReadonlyMap<string, Buffer> | undefined;
  /** How many of its changes are reverted, for a file that keeps others. */
  readonly changes?: ReadonlyMap<string, number> | undefined;
}

/** Undo of one session: creates its checkpoints, compares them with the files, and restores files. */
export class SessionCheckpoints {
  readonly #options: SessionCheckpointsOptions;
  readonly #history = new CheckpointHistory();
  readonly #turns: TurnCheckpoints;
  readonly #lists: OpenChangeLists;
  readonly #comparisons: SessionComparisons;

  constructor(options: SessionCheckpointsOptions) {
    this.#options = options;
    this.#lists = new OpenChangeLists(options.store, options.sessionId, (checkpoint, differences) => this.#keptOf(checkpoint, differences));
    this.#turns = new TurnCheckpoints(options, this.#history);
    const { store, sessionId } = options;
    this.#comparisons = new SessionComparisons({ store, sessionId, history: this.#history, turns: this.#turns, lists: this.#lists });
    for (const event of options.events) this.#history.apply(event);
  }

  /** Call with every event of the session's log as it is appended. */
  apply(event: SessionEvent): void {
    this.#history.apply(event);
    this.#turns.apply(event);
  }

  /** Await before a call that may change something; `undefined`: no need to wait. Never rejects. */
  beforeEffect(signal: AbortSignal): Promise<void> | undefined {
    return this.#turns.beforeEffect(signal);
  }

  /** What would be lost with these paths, as they are now, after the current turn. Never rejects. */
  lossOf(targets: readonly CoverageTarget[], signal: AbortSignal): Promise<Loss> {
    return this.#turns.lossOf(targets, signal);
  }

  /** Resolves when no checkpoint is being created. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  /** Resolves when nothing is read or written any more. */
  close(): Promise<void> {
    return this.#turns.close();
  }

  /** The restore or revert that can be undone now. */
  get lastRestore(): EventBody<'files.restored'> | undefined {
    return this.#history.lastRestore;
  }

  /** The states that can be restored. @throws CheckpointError when undo isn’t available here. */
  async points(): Promise<RestorePoint[]> {
    const { git } = await this.#options.store.open();
    const kept = await keptCheckpoints(git, this.#options.sessionId);
    return this.#history.points().filter(({ checkpointId }) => kept.has(checkpointId));
  }

  /** What restoring a checkpoint would change, files that others changed first. @throws AppError `not_found`, CheckpointError */
  async preview(checkpointId: string, maxNamed = MAX_PREVIEW_FILES): Promise<RestorePreview> {
    const { store } = this.#options;
    const checkpoint = this.#checkpoint(checkpointId);
    await this.#turns.workEnded();
    return store.exclusive(async () => {
      const { git } = await store.open();
      const held = await this.#lists.make(await this.#lists.record(), checkpoint);
      const { id: previewId, tree, differences } = held;
      const files = await previewFiles(git, [...differences.values()], {
        now: tree,
        then: checkpoint.tree,
        periods: this.#history.workPeriods(checkpointId, tree),
        saved: store.saved.since(checkpoint.at),
      });
      const sorted = files.toSorted((a, b) => Number(b.changedByOthers) - Number(a.changedByOthers));
      const unseen = sorted.slice(maxNamed).filter(({ changedByOthers }) => changedByOthers);
      held.unseen = new Set(unseen.map(({ path }) => path));
      held.renamed = renamesOf(files);
      held.theirs = new Set(files.flatMap(({ changedByOthers, path, from }) => (changedByOthers ? [path, from ?? path] : [])));
      const { lost, leftOut } = await leftOutSince(store, checkpoint.tree);
      return {
        previewId,
        checkpoint,
        files: sorted.slice(0, maxNamed),
        total: files.length - unseen.length,
        leftAlone: unseen.length,
        leftOut: withKept(held, leftOut),
        lost,
      };
    });
  }

  /**
   * What has changed since the session, or its last turn that changed any, began to change files; `undefined` when nothing has. Also while a
   * turn runs. `changesId` is accepted wherever a `previewId` is.
   * @throws CheckpointError when undo isn’t available here.
   */
  changes(since: 'session' | 'turn'): Promise<SessionChanges | undefined> {
    return this.#comparisons.since(since);
  }

  /** The same for a turn that has ended, whatever happened since; `undefined` when it isn’t known. */
  changesInTurn(turnId: string): Promise<SessionChanges | undefined> {
    return this.#comparisons.inTurn(turnId);
  }

  /** The files that one turn changed; `undefined` when it isn’t known. @throws CheckpointError when undo isn’t available here. */
  async turnChanges(turnId: string): Promise<(TurnChanges & { readonly projectDir: string }) | undefined> {
    const changes = await this.#comparisons.ofTurn(turnId);
    return changes && { ...changes, projectDir: this.#options.store.projectDir };
  }

  /**
   * A file’s content now and at the checkpoint, where it may have another name; `null` where it doesn't exist.
   * @throws AppError `conflict`, `not_found`
   */
  async contents(previewId: string, path: string): Promise<{ now: Buffer | null; then: Buffer | null }> {
    const held = this.#lists.get(previewId);
    const difference = held.differences.get(path);
    if (!difference) throw new AppError('not_found', `${path} isn’t among the files that would change.`);
    const { git } = await this.#options.store.open();
    const before = held.renamed.get(path);
    const then = before === undefined ? difference.to : (held.differences.get(before)?.to ?? null);
    const read = async (state: TreeDifference['from']): Promise<Buffer | null> =>
      state === null ? null : ((await readBlobs(git, [state.blob]))[0] ?? null);
    return { now: await read(difference.from), then: await read(then) };
  }

  /**
   * Restores the files of a preview except those in `keep`. Files that changed since the preview are left alone. A checkpoint is created
   * first, so the restore can be undone in the same way.
   * @throws AppError `conflict` when the preview isn’t the last one, CheckpointError when no checkpoint can be created first.
   */
  async restore(previewId: string, keep: readonly string[]): Promise<EventBody<'files.restored'>> {
    const held = this.#lists.get(previewId);
    const left = new Set([...withOldNames([...keep, ...(held.unseen ?? [])], held.renamed), ...held.kept.keys()]);
    const done = await this.restoreSelected(previewId, { deed: 'restore', isSelected: (path) => !left.has(path) });
    await this.#options.store.exclusive(() => this.#lists.drop(held));
    return done;
  }

  /** Like `restore`, for the selected files; the list stays open, so that files can be restored one after the other. */
  async restoreSelected(
    previewId: string,
    { deed = 'revert', isSelected, edited, changes }: Selection,
  ): Promise<EventBody<'files.restored'>> {
    const { store, append } = this.#options;
    const held = this.#lists.get(previewId);
    const checkpoint = this.#checkpoint(held.checkpointId);
    return store.exclusive(async () => {
      const { git, common } = await store.open();
      const undoes = this.#history.undoes(checkpoint.checkpointId);
      const before = await this.#turns.take('restore');
      const moved = new Set((await diffTrees(git, held.tree, before.tree, common)).map(({ path }) => path));
      const differing = await diffTrees(git, before.tree, checkpoint.tree, common);
      const wanted = differing.filter(({ path }) => isSelected(path));
      const kept = await this.#keptOf(checkpoint, wanted);
      const whyNot = (path: string): string | undefined => {
        // A file that the list excluded stays, even if a restore and its undo have rewritten it since.
        const reason = kept.get(path) ?? held.kept.get(path);
        return moved.has(path) ? WHY_LEFT.moved : reason && WHY_LEFT[reason];
      };
      const origins = await originsOfRestored(git, { written: checkpoint.tree, before: before.tree }, edited);
      const { restored, failed } = await restoreFiles(
        store,
        wanted
          .filter(({ path }) => whyNot(path) === undefined)
          .map((difference) => (edited?.has(difference.path) ? asItIs(difference) : difference)),
        edited,
      );
      failed.push(...wanted.flatMap(({ path }) => (whyNot(path) === undefined ? [] : [{ path, why: whyNot(path) ?? '' }])));
      const isLeft = (path: string): boolean => undoes?.paths.has(path) === true && held.theirs?.has(path) === true && !isSelected(path);
      failed.push(...differing.flatMap(({ path }) => (isLeft(path) ? [{ path, why: WHY_LEFT.theirs }] : [])));
      await store.restored
        .note(restored, origins)
        .catch((error: unknown) => log.warn('It could not be recorded which files were restored', error));
      await this.#turns.take('restored').catch((error: unknown) => log.warn('No checkpoint could be made after restoring files', error));
      const renames = undoes ? await renamedBetween(git, before.tree, checkpoint.tree) : held.renamed;
      const shown = oncePerFile(restored, (path) => path, renames);
      const done: EventBody<'files.restored'> = {
        checkpointId: checkpoint.checkpointId,
        undoId: before.checkpointId,
        deed: undoes?.deed ?? deed,
        restored: shown.length,
        inPart: undoes === undefined ? inPartOf(restored, changes) : undoes.inPart,
        paths: [...new Set([...shown, ...restored])].slice(0, MAX_NAMED),
        failed: oncePerFile(failed, ({ path }) => path, renames).slice(0, MAX_NAMED),
      };
      append({ type: 'files.restored', data: done });
      if (restored.length > 0) append(restoredReminder(restored));
      return done;
    });
  }

  async #keptOf(
    { checkpointId, tree }: DatedCheckpoint,
    differences: readonly TreeDifference[],
  ): Promise<ReadonlyMap<string, ProtectedReason>> {
    const { store } = this.#options;
    const { git } = await store.open();
    const [, ...later] = this.#history.targetsSince(checkpointId);
    const created = this.#history.createdSince(checkpointId);
    return findProtectedFiles(git, differences, {
      projectDir: store.projectDir,
      trees: [tree, ...later],
      created,
      origins: store.restored.read(),
    });
  }

  #checkpoint(checkpointId: string): DatedCheckpoint {
    const found = this.#history.find(checkpointId);
    if (!found) throw new AppError('not_found', 'This session has no such checkpoint.');
    return found;
  }
}
