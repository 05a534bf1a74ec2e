import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { LeftOut } from '#shared/session/checkpoint.ts';
import type { DatedCheckpoint } from '../checkpoint-history.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import type { ProtectedReason } from '../coverage/protected-files.ts';
import { MAX_NAMED } from '../max-named.ts';
import { diffTrees, type TreeDifference } from '../store/tree-diff.ts';

/** The files when a list was made. */
interface RecordedFiles {
  readonly id: string;
  readonly tree: string;
}

/** A list of differences between the files and a checkpoint that a person was shown. */
export interface OpenChangeList {
  readonly id: string;
  readonly checkpointId: string;
  /** Tree of the files when the list was made. */
  readonly tree: string;
  readonly differences: ReadonlyMap<string, TreeDifference>;
  /** Files that differ and won't be restored, with the reason. */
  readonly kept: ReadonlyMap<string, ProtectedReason>;
  /** Old names of renamed files, by new ones: each is listed once, by its new name. */
  renamed: ReadonlyMap<string, string>;
  /** Changed by others. */
  theirs?: ReadonlySet<string>;
  /** Changed by others, and not shown because the list is full: nobody agreed to lose these changes. */
  unseen?: ReadonlySet<string>;
}

/** Finds the files that a restore of the checkpoint must leave as they are. */
export type FindProtected = (
  checkpoint: DatedCheckpoint,
  differences: readonly TreeDifference[],
) => Promise<ReadonlyMap<string, ProtectedReason>>;

/** Maximum number of open lists: the changes, and restore previews. */
const MOST = 4;

/** The lists of one session that a person may still act on. */
export class OpenChangeLists {
  readonly #store: CheckpointStore;
  readonly #sessionId: string;
  readonly #keptOf: FindProtected;
  /** Oldest first. */
  #lists: readonly OpenChangeList[] = [];

  constructor(store: CheckpointStore, sessionId: string, keptOf: FindProtected) {
    this.#store = store;
    this.#sessionId = sessionId;
    this.#keptOf = keptOf;
  }

  /** @throws AppError `conflict` for a list that is no longer open. */
  get(id: string): OpenChangeList {
    const list = this.#lists.find((each) => each.id === id);
    if (!list) throw new AppError('conflict', 'The list is out of date. Open it again.');
    return list;
  }

  /**
   * Records the current files for a list. Call it inside the store’s `exclusive`.
   * @param datedSince see `TakeOptions`.
   */
  async record(datedSince?: number): Promise<RecordedFiles> {
    const id = randomUUID();
    const { tree } = await this.#store.take(this.#sessionId, id, true, { datedSince });
    return { id, tree };
  }

  /** Compares the recorded files with the checkpoint. */
  async make({ id, tree }: RecordedFiles, checkpoint: DatedCheckpoint): Promise<OpenChangeList> {
    const { git, common } = await this.#store.open();
    const differences = await diffTrees(git, tree, checkpoint.tree, common);
    const kept = await this.#keptOf(checkpoint, differences);
    const list: OpenChangeList = {
      id,
      checkpointId: checkpoint.checkpointId,
      tree,
      differences: new Map(differences.flatMap((each) => (kept.has(each.path) ? [] : [[each.path, each]]))),
      kept,
      renamed: new Map(),
    };
    this.#lists = [...this.#lists, list];
    const oldest = this.#lists.length > MOST ? this.#lists[0] : undefined;
    if (oldest) await this.drop(oldest);
    return list;
  }

  async drop(list: OpenChangeList): Promise<void> {
    this.#lists = this.#lists.filter((each) => each !== list);
    await this.#store.drop(this.#sessionId, list.id);
  }
}

/** The old names of renamed files, by their new ones. */
export function renamesOf(files: readonly { readonly path: string; readonly from: string | null }[]): ReadonlyMap<string, string> {
  return new Map(files.flatMap(({ path, from }) => (from === null ? [] : [[path, from] as const])));
}

/** Paths, and the old names of those that were renamed: both are one file. */
export function withOldNames(paths: readonly string[], renamed: ReadonlyMap<string, string>): readonly string[] {
  return [...paths, ...paths.flatMap((path) => renamed.get(path) ?? [])];
}

/** What isn’t covered; files that differ and won't be restored come first. */
export function withKept({ kept }: OpenChangeList, { total, items }: LeftOut): LeftOut {
  const first = [...kept].map(([path, reason]) => ({ path, reason }));
  return { total: total + first.length, items: [...first.slice(0, MAX_NAMED), ...items] };
}
