import type { Pane } from '../store/app-store.ts';

/** Names of the panes, as buttons and the palette say them. */
export const PANE_WORDS: Record<Pane, string> = {
  timeline: 'Show timeline',
  terminals: 'Show terminals',
  rules: 'Show rules',
  changes: 'Show changes',
  settings: 'Show settings',
};

/** Settings have the keys they have everywhere. */
export const PANE_KEYS: Record<Pane, string> = {
  timeline: 'Mod+1',
  terminals: 'Mod+2',
  rules: 'Mod+3',
  changes: 'Mod+4',
  settings: 'Mod+,',
};
