/** What the arrow keys stop at: messages and notices, calls, folds and other lines with buttons. Items have no box of their own. */
const LINES = '[data-item] > :first-child, [data-chooses], [data-line]';
const SCROLLER = '[data-region="conversation"] [role="log"]';

/** Everything the arrow keys stop at, in order. */
export function linesOf(scroller: ParentNode): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>(LINES)];
}

/** The place of the line that an element is in, or else of the last one before it. */
export function lineAt(lines: readonly HTMLElement[], element: Element): number {
  return lines.findLastIndex(
    (line) => line.contains(element) || (line.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

/** The next line in a direction that is shown. */
export function shownFrom(lines: readonly HTMLElement[], from: number, step: 1 | -1): HTMLElement | undefined {
  for (let at = from; at >= 0 && at < lines.length; at += step) if (lines[at]?.checkVisibility() === true) return lines[at];
  return undefined;
}

/** A button as it is; anything else takes the focus only this way, and not by Tab. */
export function focusLine(line: HTMLElement): void {
  const target = focusedOf(line);
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ focusVisible: true, preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

/** What is opened by Enter on what has the focus itself. */
export function focusedOf(line: HTMLElement): HTMLElement {
  return line.querySelector<HTMLElement>(':scope > summary') ?? line;
}

/** Focuses the last line in view. */
export function enterLines(): void {
  // Where it was hidden, it is in sight in the next frame.
  if (!focusLastInView()) requestAnimationFrame(focusLastInView);
}

function focusLastInView(): boolean {
  const scroller = document.querySelector<HTMLElement>(SCROLLER);
  if (scroller?.checkVisibility() !== true) return false;
  const lines = linesOf(scroller);
  const { top, bottom } = scroller.getBoundingClientRect();
  const inView = lines.findLast((line) => {
    const box = line.getBoundingClientRect();
    return box.height > 0 && box.top < bottom && box.bottom > top;
  });
  const line = inView ?? shownFrom(lines, lines.length - 1, -1);
  if (line) focusLine(line);
  return line !== undefined;
}
