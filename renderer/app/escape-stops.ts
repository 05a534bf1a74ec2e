import { useFind } from '../conversation/find/find-state.ts';
import { useWindow } from '../store/app-store.ts';

/** What Escape closes, or what could be meant by it, before it stops the agent. */
const TAKES_ESCAPE = '[role="dialog"], [role="menu"], [role="listbox"], [data-explained], [data-editing]';

let wasFree = false;
let onlyFind = false;

/**
 * Notes what is open as a key goes down, in the capture phase: when the key has passed everything else, it may just have closed it. A held
 * key counts once.
 */
export function noteOpen(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  const isAlone = !event.repeat && openParts() === 0;
  const isSearched = useFind.getState().asked !== 0;
  wasFree = isAlone && !isSearched;
  onlyFind = isAlone && isSearched;
}

/** Whether Escape in the message box closes the search of the conversation, which doesn't have the focus. After `noteOpen`. */
export function closesFind(event: KeyboardEvent): boolean {
  return onlyFind && event.target instanceof Element && event.target.matches('[data-message-box]');
}

/** Whether Escape stops the agent: it works, the message box has the focus, and nothing else was open. After `noteOpen`. */
export function stopsAgent(event: KeyboardEvent): boolean {
  const { sessionId, sessions } = useWindow.getState();
  const works = sessionId !== null && sessions[sessionId]?.view.turn != null;
  return wasFree && works && event.target instanceof Element && event.target.matches('[data-message-box]');
}

/** A list in the side pane is no popup. */
function openParts(): number {
  const isPane = (one: Element): boolean => one.matches('[role="listbox"]') && one.closest('[data-region="side"]') !== null;
  return [...document.querySelectorAll(TAKES_ESCAPE)].filter((one) => !isPane(one) && one.checkVisibility()).length;
}
