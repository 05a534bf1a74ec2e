import { useEffect } from 'react';
import { focusRegion, regionOf, type Region } from './focus-region.ts';

/** Length of the focus history. */
const DEPTH = 32;

/** Never focused automatically: a key acts immediately here, on a request or in a program. */
const NEVER = '[data-region="permission-queue"], .xterm';

interface Place {
  readonly element: HTMLElement;
  readonly region: Region | undefined;
}

/**
 * Restores the focus when the focused element is removed (a closed panel, a deleted row); the browser would move it to the body. Picks the
 * latest element of the history in the same region. Components that move the focus themselves do so first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: readonly Place[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const others = places.filter(({ element }) => element !== target && element.isConnected);
      places = [{ element: target, region: regionOf(target) }, ...others].slice(0, DEPTH);
    };
    const look = (): void => {
      const [last, ...before] = places;
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      places = before;
      if (last.region === 'permission-queue') return;
      const left = before.filter(({ element }) => canTakeFocus(element));
      const place = left.find(({ region }) => region !== undefined && region === last.region);
      if (place) place.element.focus({ preventScroll: true });
      else if (last.region === 'side' || left.length === 0) focusRegion('side');
      else left[0]?.element.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(look);
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
    element.closest(`[inert], ${NEVER}`) === null
  );
}
