import type { Match } from './find-matches.ts';

const ALL = 'found';
const CURRENT = 'found-current';
/** Marks a call with the current match, or an item in which no text can be marked. */
const MARK = 'data-found';

/** Where a match is drawn; `null` while it isn't. */
export function elementOf(root: Element, { innerId, callId }: Match): Element | null {
  return callId === null
    ? root.querySelector(`[data-item="${CSS.escape(innerId)}"]`)
    : root.querySelector(`[data-call="${CSS.escape(callId)}"]`);
}

/** The occurrences in the visible text below an element, also across its parts. */
export function rangesIn(element: Element, pattern: RegExp): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('.visually-hidden')) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const start = nodes.findLast(({ from }) => from <= index);
    const end = nodes.findLast(({ from }) => from < index + found.length);
    if (!start || !end || found === '') return [];
    const range = document.createRange();
    range.setStart(start.node, index - start.from);
    range.setEnd(end.node, index + found.length - end.from);
    return [range];
  });
}

/** Marks the occurrences in everything that is rendered. */
export function markAll(root: Element, pattern: RegExp | null): void {
  if (pattern === null) return clearMarks();
  const places = [...root.querySelectorAll('[data-item], [data-call]')];
  CSS.highlights.set(ALL, new Highlight(...places.flatMap((place) => rangesIn(place, pattern))));
}

/** Marks one occurrence and the item or call it is in. */
export function markCurrent(root: Element, element: Element, range: Range | undefined): void {
  unmark(root);
  const marked = element.matches('[data-call]') ? element : range ? null : element.firstElementChild;
  marked?.setAttribute(MARK, '');
  const highlight = new Highlight(...(range ? [range] : []));
  highlight.priority = 1;
  CSS.highlights.set(CURRENT, highlight);
}

function unmark(root: ParentNode): void {
  for (const marked of root.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
}

export function clearMarks(): void {
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
  unmark(document);
}
