import type { LeftOut } from '#shared/session/checkpoint.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import { MAX_NAMED } from '../max-named.ts';
import { leftOutSince } from './left-out-since.ts';

/** The person may have brought something back meanwhile. */
const MAX_AGE_MS = 10_000;

const NOTHING: LeftOut = { total: 0, items: [] };

interface Found {
  readonly tree: string;
  readonly work: string | undefined;
  readonly at: number;
  readonly leftOut: LeftOut;
}

/** What isn’t covered and was touched, or is gone, since a checkpoint. Finding it looks at many files, so it isn’t done while work goes on. */
export class TouchedLeftOut {
  readonly #store: CheckpointStore;
  /** By tree: the changes of a session and those of its last turn. */
  #found: readonly Found[] = [];

  constructor(store: CheckpointStore) {
    this.#store = store;
  }

  /** @param work names the agent’s last work. While more goes on, what was found before it. */
  async since(tree: string, work: string | undefined, isWorking: boolean): Promise<LeftOut> {
    const before = this.#found.find((each) => each.tree === tree);
    if (isWorking) return before?.leftOut ?? NOTHING;
    if (before?.work === work && before && Date.now() - before.at < MAX_AGE_MS) return before.leftOut;
    const { lost, leftOut: touched } = await leftOutSince(this.#store, tree);
    const gone = lost.map((path) => ({ path, reason: 'gone' as const }));
    const leftOut = { total: touched.total + lost.length, items: [...gone, ...touched.items].slice(0, MAX_NAMED) };
    this.#found = [...this.#found.filter((each) => each.tree !== tree).slice(-1), { tree, work, at: Date.now(), leftOut }];
    return leftOut;
  }
}
