import type { ChangedFile } from '#shared/contract/changes.ts';
import type { Tone } from '../ui/display/badge.tsx';

/** The colour of what happened to a file. */
export const CHANGE_TONES: Readonly<Record<ChangedFile['change'], Tone>> = {
  modify: 'neutral',
  create: 'ok',
  delete: 'danger',
  rename: 'info',
  mode: 'neutral',
};
