import type { AgentWork, DatedCheckpoint } from '../checkpoint-history.ts';
import type { OpenStore } from '../checkpoint-store.ts';
import { diffTrees } from '../store/tree-diff.ts';

/** Finds the last turn that changed a file: most commands change none. */
export class LastChanging {
  /** The checkpoints before turns that have ended and changed nothing. */
  readonly #unchanged = new Set<string>();

  /**
   * @param works in order; the last is the answer if none changed any file.
   * @param now the tree of the current files.
   */
  async of({ git, common }: OpenStore, works: readonly AgentWork[], now: string): Promise<DatedCheckpoint | undefined> {
    for (const { checkpoint, end } of works.toReversed()) {
      const { checkpointId, tree } = checkpoint;
      if (this.#unchanged.has(checkpointId)) continue;
      if ((await diffTrees(git, tree, end ?? now, common)).length > 0) return checkpoint;
      if (end !== undefined) this.#unchanged.add(checkpointId);
    }
    return works.at(-1)?.checkpoint;
  }
}
