import type { Pane } from '../store/app-store.ts';

/** Names of the panes, as buttons and the palette say them. */
export const PANE_WORDS: Record<Pane, string> = {
  timeline: 'Show timeline',
  terminals: 'Show terminals',
  rules: 'Show rules',
  settings: 'Show settings',
};
