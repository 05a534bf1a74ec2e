import { engageFocusedCard, seekFocusedCard } from '../answers/use-answer-guard.ts';
import { showConversation } from '../store/window-actions.ts';
import { focusOnceThere } from '../ui/focus-once-there.ts';

const REGIONS = ['permission-queue', 'conversation', 'side'] as const;
export type Region = (typeof REGIONS)[number];

/** The preferred element of a region; the fallback is its first control. */
const WANTED = '[data-autofocus], [role="treegrid"]';
const CONTROLS = '[tabindex="0"], input, textarea, button:not(:disabled)';

/** A question or plan whose answer isn't on its way. */
const WAITING_FORM = '[data-form]:not([data-answered])';

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

/**
 * Focuses what waits in the shown session: a question or plan in the conversation, else its request, unfolded where a phone had folded the
 * queue; else the queue, for its next request; with no request anywhere, a command that waits for input. Pressed again there, the next of the
 * questions, then the queue.
 */
export function focusQueue(): void {
  const forms = [...document.querySelectorAll<HTMLElement>(WAITING_FORM)];
  const queue = document.querySelector<HTMLElement>('[data-region="permission-queue"]');
  const at = forms.findIndex((form) => form.contains(document.activeElement));
  const hasRequest = queue?.querySelector(`[data-autofocus], [data-fold="folded"], ${ROW}`) != null;
  const form = forms[at + 1] ?? (hasRequest ? undefined : forms[0]);
  if (form) return focusForm(form);
  if (!hasRequest) void import('./focus-input-wait.ts').then(({ focusInputWait }) => focusInputWait(() => focusRegion('side')));
  const hidden = queue?.querySelector<HTMLElement>('[data-fold="folded"]') ?? ownRow(queue);
  if (!hidden) {
    focusRegion('permission-queue');
    return engageFocusedCard();
  }
  hidden.click();
  requestAnimationFrame(() => {
    focusRegion('permission-queue');
    seekFocusedCard();
  });
}

/** The row of the shown session’s request, where the queue shows one of another session and isn’t where the person is. */
function ownRow(queue: HTMLElement | null): HTMLElement | null {
  if (queue?.contains(document.activeElement) === true) return null;
  return queue?.matches('[data-shows-other]') === true ? queue.querySelector<HTMLElement>('[data-own]') : null;
}

function focusForm(form: HTMLElement): void {
  // A phone may show another pane; the form is in sight in the next frame.
  showConversation();
  focusInside(form);
  requestAnimationFrame(() => form.contains(document.activeElement) || focusInside(form));
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

/**
 * Focuses a question of the shown session, if there is one. Of a plan, which one key accepts, not its first button: it hasn’t been read.
 * Returns whether there is one.
 */
export function focusQuestion(): boolean {
  const form = document.querySelector<HTMLElement>(WAITING_FORM);
  if (form?.dataset['kind'] === 'plan') form.focus();
  else if (form) focusForm(form);
  return form !== null;
}

/** Elements inside something collapsed can't be focused. */
function firstShown(element: HTMLElement, selector: string): HTMLElement | null {
  return [...element.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;
}
