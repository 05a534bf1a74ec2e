import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import type { Pane } from '../store/app-store.ts';

/** Title and key binding of a pane's button. */
export function paneWords(pane: Pane): { readonly title: string; readonly keys: string | undefined } {
  const { title, keys } = WINDOW_COMMANDS[`pane.${pane}`];
  return { title, keys };
}
