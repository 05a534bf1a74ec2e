import { setImmediate } from 'node:timers/promises';
import { quickStat } from './quick-stat.ts';

/** Milliseconds of looking before others get their turn. */
const SLICE_MS = 4;

/** Files with the time of their last change, in milliseconds; what is gone meanwhile counts as oldest. */
export async function modificationTimes(files: readonly string[]): Promise<{ readonly file: string; readonly mtimeMs: number }[]> {
  const result: { file: string; mtimeMs: number }[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const file of files) {
    result.push({ file, mtimeMs: quickStat(file)?.mtimeMs ?? 0 });
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return result;
}
