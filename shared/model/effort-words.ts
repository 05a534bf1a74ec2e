import type { Effort } from './models.ts';

/** Names of efforts, as the window and the settings show them. */
export const EFFORT_WORDS: Readonly<Record<Effort, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
};
