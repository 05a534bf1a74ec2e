import { z } from 'zod';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { type FileEntry, tickOf, timesOf } from '../files/file-entry.ts';
import { type Git, readObjects } from '../store/git.ts';
import { CHANGED } from '../store/tree-writer.ts';

/** When a file was changed, as exactly as its file system stores it: epoch milliseconds. */
export interface ChangeTime {
  readonly from: number;
  readonly to: number;
}

/** More files aren’t dated. */
const MAX_DATED = 20_000;
const NS_PER_MS = 1_000_000n;
/** Of file systems that store whole seconds, some only even ones. */
const COARSE_MS = 2000;

const lineSchema = z.tuple([z.string(), z.array(z.string().regex(/^-?\d+$/u))]);

/** When the files that were changed since then got their content and their last change of any kind. In the form stored in a tree. */
export async function formatChangeTimes(entries: ReadonlyMap<string, FileEntry>, since: number): Promise<string> {
  const first = BigInt(Math.floor(since)) * NS_PER_MS;
  const lines: string[] = [];
  await visitInSlices(entries, ([path, { stamp }]) => {
    const times = timesOf(stamp).filter((time) => BigInt(time) + tickOf(BigInt(time)) >= first);
    if (times.length > 0 && lines.length < MAX_DATED) lines.push(JSON.stringify([path, [...new Set(times)]]));
  });
  return lines.join('\n');
}

/** Those in each of these trees, by path; none in a tree that stores none. @throws CheckpointError */
export async function readChangeTimes(git: Git, trees: readonly string[]): Promise<readonly ReadonlyMap<string, readonly ChangeTime[]>[]> {
  const texts = await readObjects(
    git,
    trees.map((tree) => `${tree}:${CHANGED}`),
  );
  const all: Map<string, readonly ChangeTime[]>[] = [];
  for (const text of texts) {
    const times = new Map<string, readonly ChangeTime[]>();
    await visitInSlices(text?.toString('utf8').split('\n') ?? [], (line) => {
      if (line === '') return;
      const [path, found] = lineSchema.parse(JSON.parse(line));
      times.set(path, found.map(timeOf));
    });
    all.push(times);
  }
  return all;
}

function timeOf(nanoseconds: string): ChangeTime {
  const time = BigInt(nanoseconds);
  const from = Number(time / NS_PER_MS);
  return { from, to: from + (time % 1_000_000_000n === 0n ? COARSE_MS : 1) };
}
