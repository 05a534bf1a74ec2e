import { visitInSlices } from '#main/tool/in-slices.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import { counted } from './present-call.ts';
import { quickStat } from './file-access.ts';

/** Files with their modification times in milliseconds. A file that no longer exists counts as oldest. */
export async function modificationTimes(files: readonly string[]): Promise<{ readonly file: string; readonly mtimeMs: number }[]> {
  const result: { file: string; mtimeMs: number }[] = [];
  await visitInSlices(files, (file) => {
    result.push({ file, mtimeMs: quickStat(file)?.mtimeMs ?? 0 });
  });
  return result;
}

const EVERY_MS = 250;

/** Reports a count a few times a second. Returns the function to call for each result. */
export function countProgress(onProgress: OnProgress | undefined, singular: string): (count: number) => void {
  let last = performance.now();
  return (count) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    onProgress?.({ text: counted(count, singular) });
  };
}
