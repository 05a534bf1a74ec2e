import { focusOnceThere } from '../ui/focus-once-there.ts';
import { isTextField, opensScreenKeyboard } from '../ui/screen-keyboard.ts';

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

/** Its preferred element, once it is there. */
export function focusInside(element: HTMLElement): void {
  const inside = findInside(element);
  if (inside) return inside.focus({ focusVisible: true });
  element.focus();
  focusOnceThere(element, findInside);
}

/** A request that isn’t open. */
const ROW = 'button[data-ask]';

/** The region that contains an element. */
export function regionOf(element: Element): Region | undefined {
  const name = element.closest('[data-region]')?.getAttribute('data-region');
  return REGIONS.find((region) => region === name);
}

function findInside(element: HTMLElement): HTMLElement | null {
  const wanted = firstShown(element, WANTED);
  // Don't settle for a control while the preferred element is still loading, or can't be used yet.
  if (wanted?.matches(':disabled') === true) return null;
  return wanted ?? (element.querySelector('[aria-busy="true"]') ? null : (firstShown(element, ROW) ?? firstShown(element, CONTROLS)));
}

/** Elements inside something collapsed can't be focused; a field isn't where that would bring up a keyboard. */
function firstShown(element: HTMLElement, selector: string): HTMLElement | null {
  return (
    [...element.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.checkVisibility() && !(isTextField(one) && opensScreenKeyboard()),
    ) ?? null
  );
}
