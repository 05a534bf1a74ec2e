import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import type { Pane } from '../store/app-store.ts';

/** What the button of a pane says, and its keys. */
export function paneWords(pane: Pane): { readonly title: string; readonly keys: string | undefined } {
  const { title, keys } = WINDOW_COMMANDS[`pane.${pane}`];
  return { title, keys };
}
