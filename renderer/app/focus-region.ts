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
