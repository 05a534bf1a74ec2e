import { type RefObject, useEffect } from 'react';
import { useWindow } from '../../store/app-store.ts';
import { focusMessageBox, READ_EVENT } from '../composer/message-box.ts';
import { enterLines, focusedOf, focusLine, lineAt, linesOf, shownFrom } from './lines.ts';
import { showMessage } from './show-message.ts';

/** They have their own use for the keys. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
/** What Enter opens in a line that isn’t a button itself. */
const OPENS = '[aria-expanded]:not([aria-haspopup])';
/** How far a line that is higher than the view scrolls at a time. Pixels. */
const STEP = 80;

interface Pressed {
  readonly sessionId: string;
  readonly scroller: HTMLElement;
  readonly target: HTMLElement;
}

/** What each key does, and whether it was for the conversation. */
const KEYS: Readonly<Record<string, (pressed: Pressed) => boolean>> = {
  ArrowDown: (pressed) => move(pressed, 1),
  ArrowUp: (pressed) => move(pressed, -1),
  Home: toFirst,
  End: ({ scroller }) => focusIfThere(lastOf(scroller)),
  Enter: open,
  // The inspector closes first.
  Escape: () => useWindow.getState().selectedCallId === null && focusMessageBox(),
};

/** The keys of the conversation while it has the focus: through its lines, to the first and last, into them, and back to the message box. */
export function useLineKeys(sessionId: string, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = scroller.current;
    if (!list) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isChord = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.defaultPrevented || event.isComposing || isChord || !(target instanceof HTMLElement) || target.closest(OWN_KEYS)) return;
      if (KEYS[event.key]?.({ sessionId, scroller: list, target }) !== true) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onContextMenu = (event: MouseEvent) => {
      const { target } = event;
      // The button of a mouse opens the usual one.
      if (event.button === 2 || !(target instanceof HTMLElement) || document.activeElement !== target) return;
      const menu = target.closest('[data-item]')?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
      if (!menu) return;
      event.preventDefault();
      menu.click();
    };
    list.addEventListener('keydown', onKeyDown);
    list.addEventListener('contextmenu', onContextMenu);
    window.addEventListener(READ_EVENT, enterLines);
    return () => {
      list.removeEventListener('keydown', onKeyDown);
      list.removeEventListener('contextmenu', onContextMenu);
      window.removeEventListener(READ_EVENT, enterLines);
    };
  }, [sessionId, scroller]);
}

/** To the next line in a direction; what doesn’t fit the view is scrolled through first. */
function move({ scroller, target }: Pressed, step: 1 | -1): boolean {
  const lines = linesOf(scroller);
  const at = lineAt(lines, target);
  const line = lines[at];
  if (scrollsOn(target, step)) return false;
  // From a button in it, up leads to the line itself.
  const isInside = line !== undefined && focusedOf(line) !== target;
  const next = shownFrom(lines, step > 0 || !isInside ? at + step : at, step);
  const isLeft = line?.contains(target) === true && (next === undefined || !line.contains(next));
  if (isLeft && isCut(scroller, line, step)) scroller.scrollBy({ top: step * STEP });
  else if (next) focusLine(next);
  else if (step < 0) showEarlier(scroller, target);
  return true;
}

/** Whether it scrolls by itself in that direction, as a long result does. */
function scrollsOn(element: HTMLElement, step: 1 | -1): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element;
  if (!/auto|scroll/u.test(getComputedStyle(element).overflowY)) return false;
  return step > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0;
}

function isCut(scroller: HTMLElement, line: HTMLElement, step: 1 | -1): boolean {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  return step > 0 ? bottom > view.bottom + 1 && top < view.bottom : top < view.top - 1 && bottom > view.top;
}

/** The lines before the first that is rendered. */
function showEarlier(scroller: HTMLElement, from: HTMLElement): void {
  const earlier = scroller.querySelector<HTMLElement>('[data-earlier]');
  if (!earlier) return;
  earlier.click();
  // After they are rendered.
  requestAnimationFrame(() => {
    const lines = linesOf(scroller);
    focusIfThere(from.isConnected ? shownFrom(lines, lineAt(lines, from) - 1, -1) : undefined);
  });
}

/** The first line of all, which may not be rendered yet. */
function toFirst({ sessionId, scroller }: Pressed): true {
  const first = () => focusIfThere(shownFrom(linesOf(scroller), 0, 1));
  const items = useWindow.getState().sessions[sessionId]?.view.items ?? [];
  const [item] = items;
  const from = document.activeElement;
  if (!item || scroller.querySelector('[data-earlier]') === null) first();
  else
    // Unless the person has gone on meanwhile.
    showMessage(scroller, items, item.id, () => document.activeElement === from && first());
  return true;
}

/** A line that is no button opens by the one in it. */
function open({ scroller, target }: Pressed): boolean {
  if (target.matches('button, a, summary') || !linesOf(scroller).includes(target)) return false;
  target.querySelector<HTMLElement>(OPENS)?.click();
  return true;
}

function lastOf(scroller: HTMLElement): HTMLElement | undefined {
  const lines = linesOf(scroller);
  return shownFrom(lines, lines.length - 1, -1);
}

function focusIfThere(line: HTMLElement | undefined): true {
  if (line) focusLine(line);
  return true;
}
