import { CheckpointError } from '../checkpoint-error.ts';
import { parseInodes } from './coverage.ts';
import { type Git, readBlobs } from '../store/git.ts';
import { LeftOutRecord } from './left-out-record.ts';
import { BEGUN, COVERED, LEFT_OUT } from '../store/tree-writer.ts';

/** One checkpoint whose lists could be read. */
interface Known {
  /** Epoch milliseconds: everything it recorded existed before. */
  readonly begun: number;
  readonly coveredId: string;
}

/** The lists of the last query of each store: most of the next query's are the same. */
const lastLists = new WeakMap<Git, ReadonlyMap<string, LeftOutRecord>>();

/** What is known about the files that a checkpoint, and those after it, left out. */
export class KnownCoverage {
  readonly #git: Git;
  /** In order; `undefined` for one from a version that stored no lists, or whose lists are lost. */
  readonly #checkpoints: readonly (Known | undefined)[];
  readonly #covered = new Map<string, Promise<ReadonlySet<string>>>();
  /** Without duplicates, oldest first. */
  readonly leftOut: readonly LeftOutRecord[];

  private constructor(git: Git, checkpoints: readonly (Known | undefined)[], leftOut: readonly LeftOutRecord[]) {
    this.#git = git;
    this.#checkpoints = checkpoints;
    this.leftOut = leftOut;
  }

  /** @param trees of checkpoints that record what they left out, in order. @throws CheckpointError */
  static async read(git: Git, trees: readonly string[]): Promise<KnownCoverage> {
    const names = trees.flatMap((tree) => [BEGUN, COVERED, LEFT_OUT].map((name) => `${tree}:${name}`));
    const ids = await idsOf(git, names);
    const found = trees.map((_, index) => ids.slice(3 * index, 3 * index + 3));
    const begun = await readBlobs(
      git,
      found.map(([id]) => id).filter((id) => id !== undefined),
    );
    const checkpoints = found.map(([begunId, coveredId, leftOutId]) => {
      const time = begunId === undefined ? NaN : Number(begun.shift()?.toString('utf8'));
      return coveredId === undefined || leftOutId === undefined || Number.isNaN(time) ? undefined : { begun: time, coveredId };
    });
    return new KnownCoverage(git, checkpoints, await readLists(git, new Set(found.flatMap(([, , id]) => id ?? []))));
  }

  /** When the first one began: epoch milliseconds. */
  get begun(): number | undefined {
    return this.#checkpoints[0]?.begun;
  }

  /** Whether the lists contain everything that was left out. */
  get complete(): boolean {
    return this.#checkpoints.every((each) => each !== undefined) && this.leftOut.every(({ complete }) => complete);
  }

  /** Whether the first checkpoint covered a file, under any name. */
  async wasCoveredByFirst(inode: bigint): Promise<boolean> {
    const first = this.#checkpoints[0];
    return first !== undefined && (await this.#inodes(first.coveredId)).has(String(inode));
  }

  /**
   * Whether the first checkpoint that could have found a file left it out, under any name. Unknown for a file that is newer than all of
   * them, or whose creation time isn't known.
   * @param born nanoseconds; 0 for unknown.
   * @param before epoch milliseconds; later checkpoints are ignored.
   */
  async wasLeftOutWhenNew(inode: bigint, born: bigint, before = Infinity): Promise<boolean> {
    const mayHaveFound = ({ begun }: Known): boolean => born <= BigInt(begun) * 1_000_000n && begun < before;
    const first = born === 0n ? undefined : this.#checkpoints.find((each) => each && mayHaveFound(each));
    return first !== undefined && !(await this.#inodes(first.coveredId)).has(String(inode));
  }

  #inodes(id: string): Promise<ReadonlySet<string>> {
    const inodes = this.#covered.get(id) ?? readBlobs(this.#git, [id]).then(([text]) => parseInodes(text?.toString('utf8') ?? ''));
    this.#covered.set(id, inodes);
    return inodes;
  }
}

async function readLists(git: Git, ids: ReadonlySet<string>): Promise<readonly LeftOutRecord[]> {
  const last = lastLists.get(git);
  const fresh = [...ids].filter((id) => last?.has(id) !== true);
  const texts = await readBlobs(git, fresh);
  const lists = new Map<string, LeftOutRecord>();
  for (const id of ids) {
    const record = last?.get(id) ?? (await LeftOutRecord.parse(texts[fresh.indexOf(id)]?.toString('utf8') ?? ''));
    lists.set(id, record);
  }
  lastLists.set(git, lists);
  return [...lists.values()];
}

/** Ids of these objects; `undefined` for missing ones. */
async function idsOf(git: Git, names: readonly string[]): Promise<(string | undefined)[]> {
  const output = await git.run(['cat-file', '--batch-check'], { input: names.map((name) => `${name}\n`).join('') });
  const lines = output.toString('utf8').split('\n');
  if (lines.length <= names.length) throw new CheckpointError('git returned incomplete lists of what checkpoints left out');
  return names.map((_, index) => /^([0-9a-f]{40}) blob \d+$/u.exec(lines[index] ?? '')?.[1]);
}
