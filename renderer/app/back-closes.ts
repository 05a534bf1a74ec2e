import { showsConversation, useWindow } from '../store/app-store.ts';
import { openDialog, selectCall, showConversation, showSessionList } from '../store/window-actions.ts';
import { ONE_PANE } from '../ui/use-media-query.ts';

/** In the state of the history entry on which Back closes something instead of leaving the page. */
const KEEPS_PAGE = 'gatehouse.keepsPage';

/** The list of a select stands in a box that opens. */
const POPUPS = '[data-open]:is([role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], :has(> [role="listbox"]))';
/** Of a request and its explanation, and of a rule. */
const FORMS = '[data-ask]:is([data-panel], [data-explained]), [data-rule-draft]';

/**
 * On a phone, Back closes what covers the conversation, one thing at a time, and leaves the page when nothing does. Returns a function that
 * ends this.
 */
export function closeWithBack(): () => void {
  // Browsers skip an entry that was added without a tap.
  const onTap = (): void => {
    if (matchMedia(ONE_PANE).matches && !keepsPage()) keepPage();
  };
  const onBack = (): void => {
    if (!matchMedia(ONE_PANE).matches || keepsPage()) return;
    if (closeTopmost()) keepPage();
    else history.back();
  };
  window.addEventListener('click', onTap);
  window.addEventListener('popstate', onBack);
  return () => {
    window.removeEventListener('click', onTap);
    window.removeEventListener('popstate', onBack);
  };
}

function keepPage(): void {
  history.pushState({ [KEEPS_PAGE]: true }, '');
}

function keepsPage(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && KEEPS_PAGE in state;
}

/** Whether there was something to close. */
function closeTopmost(): boolean {
  const state = useWindow.getState();
  const popup = lastOf(POPUPS);
  const form = lastOf(FORMS);
  if (popup) escape(popup);
  else if (state.dialog !== null) openDialog(null);
  else if (state.sessionList) showSessionList(false);
  else if (form) escape(form.querySelector('[data-answers] form') ?? form);
  else if (state.selectedCallId !== null) selectCall(null);
  else if (!showsConversation(state)) showConversation();
  else return false;
  return true;
}

function lastOf(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].findLast((one) => one.checkVisibility());
}

function escape(from: Element): void {
  from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}
