import { useEffect } from 'react';
import { isTextField, opensScreenKeyboard } from '../ui/screen-keyboard.ts';
import { focusRegion, type Region, regionOf } from './focus-region.ts';
import { type ListPlace, placeInList, rowAt } from './list-place.ts';

/** Length of the focus history. */
const DEPTH = 32;

/** Never focused automatically: a key acts immediately here, on a request or in a program. */
const NEVER_FOCUSED = '[data-region="permission-queue"], .xterm';

const DIALOG = '[role="dialog"]';

interface Visited {
  readonly element: HTMLElement;
  readonly region: Region | undefined;
  readonly place: ListPlace | undefined;
}

/**
 * Restores the focus when the focused element is removed (a closed panel, a deleted row); the browser would move it to the body. Picks the
 * latest element of the history in the same region, and for a row of a list what stands at its place now. Components that move the focus
 * themselves do so first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let history: readonly Visited[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const others = history.filter(({ element, place }) => element !== target && (element.isConnected || place !== undefined));
      history = [{ element: target, region: regionOf(target), place: placeInList(target) }, ...others].slice(0, DEPTH);
    };
    /** The focused element, if it is gone and nothing has the focus instead. */
    const lost = (): Visited | undefined => {
      const [last] = history;
      return last?.element.isConnected === false && document.activeElement === document.body ? last : undefined;
    };
    const restore = (): void => {
      // A dialog gives the focus back itself, and what its action shows may take it.
      if (lost()?.element.closest(DIALOG)) setTimeout(restoreNow, 0);
      else restoreNow();
    };
    const restoreNow = (): void => {
      const last = lost();
      if (!last) return;
      const before = history.slice(1);
      if (last.region === 'permission-queue') return void (history = before);
      const left = history.flatMap(({ element, region, place }) => {
        const found = canTakeFocus(element) ? element : place && rowAt(place);
        return found ? [{ element: found, region }] : [];
      });
      history = before;
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
    element.closest(`[inert], ${NEVER_FOCUSED}`) === null &&
    !(isTextField(element) && opensScreenKeyboard())
  );
}
