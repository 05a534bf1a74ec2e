import type { OnProgress } from '#main/tool/tool.ts';
import { counted } from './display-text.ts';

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
