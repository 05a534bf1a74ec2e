import { engageFocusedCard, seekFocusedCard } from '../answers/use-answer-guard.ts';
import { useWindow } from '../store/app-store.ts';
import { inputWaitsOf } from '../store/selectors.ts';
import { showConversation } from '../store/window-actions.ts';
import { focusInside, focusRegion } from './focus-region.ts';

/** A request that isn’t open. */
const ROW = 'button[data-ask]';
/** A question or plan whose answer isn't on its way. */
const WAITING_FORM = '[data-form]:not([data-answered])';

/**
 * Focuses what waits in the shown session: a question or plan in the conversation, else its request, unfolded where a phone had folded the
 * queue; else the queue, for its next request; else a command that waits for input. Pressed again there, the next of the questions, then the
 * queue, then the command. It never leaves a request for another one: who presses it to be sure answers what they see.
 */
export function focusQueue(): void {
  const forms = [...document.querySelectorAll<HTMLElement>(WAITING_FORM)];
  const queue = document.querySelector<HTMLElement>('[data-region="permission-queue"]');
  const at = forms.findIndex((form) => form.contains(document.activeElement));
  const hasRequest = queue?.querySelector(`[data-autofocus], [data-fold="folded"], ${ROW}`) != null;
  if (waitsForInput() && (isAtRequest(queue) || (at === forms.length - 1 && !hasRequest))) return showInputWait();
  const form = forms[at + 1] ?? (hasRequest ? undefined : forms[0]);
  if (form) return focusForm(form);
  const hidden = queue?.querySelector<HTMLElement>('[data-fold="folded"]') ?? ownRow(queue) ?? rowSetAside(queue);
  if (hidden) return openRow(hidden);
  if (!isInUnchosenForm(queue)) focusRegion('permission-queue');
  engageFocusedCard();
}

/** Whether the person is in a form of the open request without having chosen the request: choosing it leaves them there. */
function isInUnchosenForm(queue: HTMLElement | null): boolean {
  return queue?.querySelector('[data-panel][data-engaged="false"]')?.contains(document.activeElement) === true;
}

/** Whether the person has chosen the open request, and is in none of its fields or buttons, or is at a row. */
function isAtRequest(queue: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== null && queue?.contains(activeElement) === true && activeElement.matches(`[data-engaged="true"], ${ROW}`);
}

/** Presses the row, or the line into which the queue is folded, and engages with the card that opens. */
function openRow(row: HTMLElement): void {
  row.click();
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

/** The first row where no request is open: all of them are set aside. */
function rowSetAside(queue: HTMLElement | null): HTMLElement | null {
  return queue?.querySelector('[data-autofocus], [aria-busy="true"]') == null ? (queue?.querySelector<HTMLElement>(ROW) ?? null) : null;
}

function waitsForInput(): boolean {
  const state = useWindow.getState();
  return state.sessionId !== null && inputWaitsOf(state, state.sessionId).length > 0;
}

function showInputWait(): void {
  void import('./focus-input-wait.ts').then(({ focusInputWait }) => focusInputWait(() => focusRegion('side')));
}

function focusForm(form: HTMLElement): void {
  // A phone may show another pane; the form is in sight in the next frame.
  showConversation();
  focusInside(form);
  // Not where it has the focus: a key pressed meanwhile may move that on.
  if (!form.contains(document.activeElement)) requestAnimationFrame(() => focusInside(form));
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
