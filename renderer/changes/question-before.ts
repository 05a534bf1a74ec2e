import type { ChangedFile } from '#shared/contract/changes.ts';
import { words } from './words.ts';

/** What to ask before a file or a part of it is reverted; `undefined` where nobody but the agent has changed it. */
export function questionBefore(
  { changedByOthers, perhapsByOthers }: Pick<ChangedFile, 'changedByOthers' | 'perhapsByOthers'>,
  what: 'file' | 'hunk',
): string | undefined {
  if (changedByOthers) return what === 'file' ? words.confirmFile : words.confirmHunk;
  if (perhapsByOthers) return what === 'file' ? words.perhapsFile : words.perhapsHunk;
  return undefined;
}
