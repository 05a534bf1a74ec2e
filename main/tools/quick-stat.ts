import { statSync, type Stats } from 'node:fs';

/**
 * What stands at a path, links followed; `undefined` when nothing does or it can't be told. Not asynchronous: handing such a little
 * question to another thread takes longer than its answer.
 */
export function quickStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
