import { useEffect } from 'react';
import { engageFocusedCard, seekFocusedCard } from '../answers/use-answer-guard.ts';
import { showConversation } from '../store/window-actions.ts';
import { focusOnceThere } from '../ui/focus-once-there.ts';

const REGIONS = ['permission-queue', 'conversation', 'side'] as const;
export type Region = (typeof REGIONS)[number];

/** The preferred element of a region; the fallback is its first control. */
const WANTED = '[data-autofocus], [role="treegrid"]';
const CONTROLS = '[tabindex="0"], input, textarea, button:not(:disabled)';

/** Focuses a part of the window marked with `data-region`. Content that is still loading is focused once it is rendered. */
export function focusRegion(region: Region): void {
  const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
  if (element) focusInside(element);
}

function focusInside(element: HTMLElement): void {
  const inside = findInside(element);
  if (inside) return inside.focus({ focusVisible: true });
  element.focus();
  focusOnceThere(element, findInside);
}

/** Focuses the open request, unfolded where a phone had folded the queue; else a pending question or plan in the conversation; else the queue, for its next request. */
export function focusQueue(): void {
  const form = document.querySelector<HTMLElement>('[data-form]');
  const folded = document.querySelector<HTMLElement>('[data-fold="folded"]');
  if (form && !document.querySelector('[data-region="permission-queue"] [data-autofocus]')) {
    // A phone may show another pane; the form is in sight in the next frame.
    showConversation();
    focusInside(form);
    requestAnimationFrame(() => form.contains(document.activeElement) || focusInside(form));
  } else if (folded) {
    folded.click();
    return void requestAnimationFrame(() => {
      focusRegion('permission-queue');
      seekFocusedCard();
    });
  } else focusRegion('permission-queue');
  engageFocusedCard();
}

/** The region that contains an element. */
export function regionOf(element: Element): Region | undefined {
  const name = element.closest('[data-region]')?.getAttribute('data-region');
  return REGIONS.find((region) => region === name);
}

function findInside(element: HTMLElement): HTMLElement | null {
  const wanted = firstShown(element, WANTED);
  // Don't settle for a control while the preferred element is still loading, or can't be used yet.
  if (wanted?.matches(':disabled') === true) return null;
  return wanted ?? (element.querySelector('[aria-busy="true"]') ? null : firstShown(element, CONTROLS));
}

/** Elements inside something collapsed can't be focused. */
function firstShown(element: HTMLElement, selector: string): HTMLElement | null {
  return [...element.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;
}

/** Length of the focus history. */
const DEPTH = 32;

/** Never focused automatically: a key acts immediately here, on a request or in a program. */
const NEVER_FOCUSED = '[data-region="permission-queue"], .xterm';

interface Visited {
  readonly element: HTMLElement;
  readonly region: Region | undefined;
}

/**
 * Restores the focus when the focused element is removed (a closed panel, a deleted row); the browser would move it to the body. Picks the
 * latest element of the history in the same region. Components that move the focus themselves do so first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let history: readonly Visited[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const others = history.filter(({ element }) => element !== target && element.isConnected);
      history = [{ element: target, region: regionOf(target) }, ...others].slice(0, DEPTH);
    };
    const restore = (): void => {
      const [last, ...before] = history;
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      history = before;
      if (last.region === 'permission-queue') return;
      const left = before.filter(({ element }) => canTakeFocus(element));
      const nearest = left.find(({ region }) => region !== undefined && region === last.region);
      if (nearest) nearest.element.focus({ preventScroll: true });
      else if (last.region === 'side' || left.length === 0) focusRegion('side');
      else left[0]?.element.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(restore);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

function canTakeFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    element.closest(`[inert], ${NEVER_FOCUSED}`) === null
  );
}
