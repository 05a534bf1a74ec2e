import { keptForOneTurn } from '../kept-for-one-turn.ts';
import { linkedWorktrees } from './linked-worktrees.ts';
import { realPath } from './real-path.ts';

/**
 * Caches what the disk says of folders for one turn of the event loop: one call is checked several times within it, a search checks each
 * file it finds, and each lookup takes as long as the rest of a decision.
 */
export class RealFolders {
  readonly #realPath = keptForOneTurn(realPath);
  /** `linkedWorktrees` of a project folder. */
  readonly worktreesOf = keptForOneTurn(linkedWorktrees);

  /** The folder itself if it can't be resolved. */
  of(folder: string): string {
    return this.#realPath(folder) ?? folder;
  }
}
