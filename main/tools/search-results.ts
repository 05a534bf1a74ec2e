import { visitInSlices } from '#main/tool/in-slices.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import { counted } from './present-call.ts';
import { quickStat } from './file-access.ts';

/** Files with the time of their last change, in milliseconds; one that is gone by then counts as oldest. */
export async function modificationTimes(files: readonly string[]): Promise<{ readonly file: string; readonly mtimeMs: number }[]> {
  const result: { file: string; mtimeMs: number }[] = [];
  await visitInSlices(files, (file) => {
    result.push({ file, mtimeMs: quickStat(file)?.mtimeMs ?? 0 });
  });
  return result;
}

const EVERY_MS = 250;

/** Reports a count now and then. Returns the function to call on each find. */
export function countProgress(onProgress: OnProgress | undefined, singular: string): (count: number) => void {
  let last = performance.now();
  return (count) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    onProgress?.({ text: counted(count, singular) });
  };
}
