import type { DiffRow } from '../diff/diff-rows.ts';
import type { SplitRow } from '../diff/split-rows.ts';

/** The lines with which a changed place begins. */
export function changeStarts(rows: readonly Pick<DiffRow, 'type'>[]): readonly number[] {
  const isChange = (index: number): boolean => rows[index]?.type === 'add' || rows[index]?.type === 'remove';
  return rows.flatMap((_, index) => (isChange(index) && !isChange(index - 1) ? [index] : []));
}

/** The same side by side. */
export function splitChangeStarts(rows: readonly SplitRow[]): readonly number[] {
  return rows.flatMap(({ type }, index) => (type === 'changed' && rows[index - 1]?.type !== 'changed' ? [index] : []));
}

/** Where the change that is looked at stands below the upper edge of the pane. Pixels. */
const SPACE_ABOVE = 72;

/** Scrolls the pane to the next or previous change of a hunk. `starts`: the lines in `body` with which changes begin. */
export function showChange(body: HTMLElement, starts: readonly number[], step: 1 | -1): void {
  const scroller = body.closest<HTMLElement>('[data-scroller]');
  if (!scroller) return;
  const edge = scroller.getBoundingClientRect().top + SPACE_ABOVE;
  const lines = [...body.children].filter((line) => line.matches('[data-line]'));
  const places = starts.flatMap((start) => lines[start]?.getBoundingClientRect().top ?? []);
  const next = step === 1 ? places.find((top) => top > edge + 2) : places.findLast((top) => top < edge - 2);
  if (next !== undefined) scroller.scrollTop += next - edge;
}
