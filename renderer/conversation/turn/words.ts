import type { TurnFile } from '#shared/contract/changes.ts';
import { changes, lineCounts } from '../../diff/change-words.ts';

/** Text of the end of a turn. */
export const words = {
  endOfTurn: 'End of the turn',
  passed: 'Passed',
  checkFailed: 'Failed',
  filesChanged: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'file' : 'files'} changed`,
  fileTitle: (path: string, change: TurnFile['change']) => (change === null ? path : `${path}, ${changes[change]}`),
  created: changes.create,
  deleted: changes.delete,
  ...lineCounts,
  waited: (time: string) => `waited ${time} for you`,
  reviewTurn: 'Review',
  undoTurn: 'Restore…',
  undoTurnHint: 'Restores files, the conversation, or both to how they were before this turn',
  commitTurn: 'Commit…',
  committedAs: (commits: readonly string[]) =>
    commits.length === 1 ? `Committed as ${commits.join()}` : `Committed in ${commits.length} commits`,
} as const;
