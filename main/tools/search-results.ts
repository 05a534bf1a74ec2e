import { realpathSync } from 'node:fs';
import path from 'node:path';
import { visitInSlices } from '#main/tool/in-slices.ts';
import type { OnProgress, ToolUseContext } from '#main/tool/tool.ts';
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

/**
 * Whether rules allow showing a file that ripgrep found in `root`, an existing file or folder. Ripgrep follows no links below it, so only
 * those of `root` itself are resolved. The lines of one file follow each other, so the last answer is kept.
 */
export function readableFiles(root: string, { services }: Pick<ToolUseContext, 'services'>): (file: string) => boolean {
  const realRoot = realpathSync.native(root);
  let last: { readonly file: string; readonly answer: boolean } | undefined;
  return (file) => {
    if (last?.file !== file) {
      const realPath = realRoot === root ? file : path.join(realRoot, file.slice(root.length));
      last = { file, answer: services.mayRead(file, undefined, realPath) };
    }
    return last.answer;
  };
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
