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
  undoTurnHint: 'Restores files, conversation or both to before this turn',
  commitTurn: 'Commit…',
  commitTurnHint: 'Writes a message that asks the agent to commit; git asks like any other command',
  commitTurnMessage: 'Commit the changes of the last turn, and only those, with a message that says why.',
} as const;
