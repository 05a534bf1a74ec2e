import { useWindow } from '../store/app-store.ts';
import { inputWaitsOf } from '../store/selectors.ts';
import { selectTerminal } from '../store/wanted-terminal.ts';
import { showConversation, showPane } from '../store/window-actions.ts';

/**
 * Focuses *Show terminal* of a command of the shown session that waits for input, and not the terminal: a key acts at once there. One that
 * the conversation doesn’t show is selected in the terminals.
 */
export function focusInputWait(focusPane: () => void): void {
  const state = useWindow.getState();
  const [waiting] = state.sessionId === null ? [] : inputWaitsOf(state, state.sessionId);
  if (waiting === undefined) return;
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-region="conversation"] [data-shows-terminal]')];
  const button = buttons.findLast((one) => one.dataset['showsTerminal'] === waiting);
  const focus = button ? () => button.focus({ focusVisible: true }) : focusPane;
  if (button) showConversation();
  else {
    showPane('terminals');
    selectTerminal(waiting);
  }
  if (button?.checkVisibility() === true) focus();
  else requestAnimationFrame(focus);
}
