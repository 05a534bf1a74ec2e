import type { RestorePreviewFile } from '#shared/contract/restore.ts';

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export type What = 'files' | 'conversation' | 'both';

export const WHAT_WORDS: Readonly<Record<What, string>> = { files: 'Files', conversation: 'Conversation', both: 'Both' };

/** What restoring does to a file. */
export const CHANGES: Readonly<Record<RestorePreviewFile['change'], string>> = {
  modify: 'change back',
  create: 'bring back',
  delete: 'remove',
  rename: 'rename back',
  mode: 'permissions',
};

/** Text of the restore dialog; states and sources have their own tables. */
export const words = {
  changesTo: (path: string) => `Changes to ${path}`,
  restoreOf: (path: string) => `Restore ${path}`,
  changedSince: 'changed since',
  binary: 'binary',
  renamedBackTo: (path: string) => `Becomes ${path} again.`,
  choosePoint: 'Choose a message. Files go back to how they were before it.',
  statesOfTheFiles: 'States of the files',
  cancel: 'Cancel',
  restoring: 'Restoring…',
  undo: 'Undo…',
  done: 'Done',
  tryAgain: 'Try again',
  stop: 'Stop',
  close: 'Close',
  title: 'Restore',
  asBefore: 'Restore the state before',
  filesWereRestored: 'files were restored',
  anEarlierMessage: 'an earlier message',
  takesBack: 'The message and everything after it are removed, and its text returns to the message box.',
  comparingFiles: 'Comparing files',
  restWorks: (why: string) => `${why} Everything else works.`,
  unavailable: 'Restore isn’t available here',
  noPoints: 'The agent hasn’t changed any file in this session yet, or its checkpoints have been cleaned up.',
  noChanges: 'The agent hasn’t changed any file since this message, or its checkpoints have been cleaned up.',
  nothingToRestore: 'Nothing to restore',
  notNow: 'This can’t be done now',
  noneRestored: 'No file was restored.',
  restored: (files: string) => `${files} restored.`,
  /** What a note calls the state that was restored. */
  before: (message: string) => ` to the state before “${message}”`,
  restoredTo: (what: string, before: string) => `Restored ${what}${before}`,
  filesAndConversation: (files: string) => `${files} and the conversation`,
  theConversation: 'the conversation',
  undoNow: 'Undo',
  undoesFiles: 'Undo brings the files back; the conversation stays as it is.',
  undone: (files: string) => `The restore of ${files} was undone`,
  nothingUndone: 'Nothing was undone',
  notUndone: 'The restore could not be undone',
  stayedAsBefore: (files: string) => `${files} stayed as before:`,
  whatToRestore: 'What to restore',
  othersChanged: (count: number, files: string) =>
    count === 1
      ? '1 file has been changed since then by you or another program, as far as Gatehouse can tell. It stays as it is unless you select it.'
      : `${files} have been changed since then by you or another program, as far as Gatehouse can tell. They stay as they are unless you select them.`,
  allSame: 'Every file that can be restored is already as it was then.',
  wouldChange: 'Files that would change',
  restoredToo: (files: string) => `… and ${files}, restored with these.`,
  leftAlone: (files: string) => `${files} changed by others are not listed and stay as they are.`,
  notRestoredIn: (places: string) => `What commands changed on another machine stays as it is: ${places}.`,
  lost: 'Gone for good',
  wasDeletedBy: 'was deleted by',
  wasMovedBy: 'was moved away by',
  isGone: 'is gone',
  notInCheckpoint: 'and isn’t in the checkpoint.',
  moreLost: (number: number) =>
    number === 1 ? '… and 1 more, which isn’t either.' : `… and ${number.toLocaleString('en')} more, which aren’t either.`,
  leftOut: (number: number) => `${countOf(number, 'path')} can’t be restored`,
  neverTouched: 'These have changed since, as far as Gatehouse can tell, and stay as they are. Empty folders aren’t recorded.',
  beforeRestore: 'Before files were restored',
  earlierMessage: 'An earlier message',
  chooseFile: 'Choose a file',
  restoreFiles: (files: string) => `Restore ${files}`,
  restoreConversation: 'Restore the conversation',
  restoreBoth: (files: string) => `Restore ${files} and the conversation`,
  moreFile: 'more file',
} as const;
