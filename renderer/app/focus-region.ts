import { takeFocusedCard } from '../permissions/take-event.ts';
import { focusOnceThere } from '../ui/focus-once-there.ts';

const REGIONS = ['permission-queue', 'conversation', 'side'] as const;
export type Region = (typeof REGIONS)[number];

/** What a part of the window names for it, else its first control. */
const WANTED = '[data-autofocus], [role="treegrid"]';
const CONTROLS = '[tabindex="0"], input, textarea, button:not(:disabled)';

/** Moves the focus into a part of the window marked with `data-region`; what has to be fetched first gets it once it is drawn. */
export function focusRegion(region: Region): void {
  const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
  if (!element) return;
  const inside = findInside(element);
  if (inside) return inside.focus({ focusVisible: true });
  element.focus();
  focusOnceThere(element, findInside);
}

/** To the open request; to the questions or the plan in the conversation where only those wait; else to the queue, for its next request. */
export function focusQueue(): void {
  const form = document.querySelector<HTMLElement>('[data-form]');
  const first = form && findInside(form);
  if (first && !document.querySelector('[data-region="permission-queue"] [data-autofocus]')) first.focus({ focusVisible: true });
  else focusRegion('permission-queue');
  takeFocusedCard();
}

/** The part of the window that something lies in. */
export function regionOf(element: Element): Region | undefined {
  const name = element.closest('[data-region]')?.getAttribute('data-region');
  return REGIONS.find((region) => region === name);
}

function findInside(element: HTMLElement): HTMLElement | null {
  const wanted = firstShown(element, WANTED);
  // A control would do, but what one came for is still being fetched.
  return wanted ?? (element.querySelector('[aria-busy="true"]') ? null : firstShown(element, CONTROLS));
}

/** What lies in something folded can't have the focus. */
function firstShown(element: HTMLElement, selector: string): HTMLElement | null {
  return [...element.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;
}
