import type { RestorePreviewFile } from '#shared/contract/restore.ts';
import type { LeftOutReason } from '#shared/session/checkpoint.ts';

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** What restoring does to a file. */
export const CHANGES: Readonly<Record<RestorePreviewFile['change'], string>> = {
  modify: 'change back',
  create: 'bring back',
  delete: 'remove',
  mode: 'permissions',
};

export const REASONS: Readonly<Record<LeftOutReason, string>> = {
  uncovered: 'was there then, and not covered',
  unknown: 'may have been there then, not covered',
  ignored: 'ignored by git',
  large: 'over 5 MB',
  special: 'no ordinary file',
  unreadable: 'can’t be read',
  name: 'its name isn’t valid text',
  repository: 'one of too many repositories',
};

/** Text of the restore dialog; states and sources have their own tables. */
export const words = {
  changesTo: (path: string) => `Changes to ${path}`,
  noTextToCompare: (bytesNow: string, bytesThen: string) => `No text to compare: ${bytesNow} now, ${bytesThen} then.`,
  restoreOf: (path: string) => `Restore ${path}`,
  changedSince: 'changed since',
  binary: 'binary',
  choosePoint: 'Choose the message before which the files were as you want them.',
  statesOfTheFiles: 'States of the files',
  cancel: 'Cancel',
  restoring: 'Restoring…',
  undo: 'Undo…',
  done: 'Done',
  tryAgain: 'Try again',
  close: 'Close',
  title: 'Restore',
  asBefore: 'As it was before',
  filesWereRestored: 'files were restored',
  anEarlierMessage: 'an earlier message',
  takesBack: 'The message and all that followed are taken back, and its text stands in the box again.',
  comparingFiles: 'Comparing files',
  restWorks: (why: string) => `${why} Everything else works.`,
  unavailable: 'Undo isn’t available here',
  noPoints: 'The agent hasn’t changed any file in this session yet, or what was kept has been cleaned up.',
  noChanges: 'The agent has changed no file since this message, or what was kept has been cleaned up.',
  nothingToRestore: 'Nothing to restore',
  notNow: 'This can’t be done now',
  noneRestored: 'No file was restored.',
  restored: (files: string) => `${files} restored.`,
  stayedAsBefore: (files: string) => `${files} stayed as before:`,
  whatToRestore: 'What to restore',
  othersChanged: (count: number, files: string) =>
    count === 1
      ? '1 file was changed since by you or another program, as far as can be told. It stays as it is unless you tick it.'
      : `${files} were changed since by you or another program, as far as can be told. They stay as they are unless you tick them.`,
  allSame: 'All covered files are already as they were then.',
  wouldChange: 'Files that would change',
  restoredToo: (files: string) => `… and ${files}, restored with these.`,
  leftAlone: (files: string) => `${files} changed by others, for which the list has no room, left as they are.`,
  notCovered: 'Not covered',
  neverTouched: 'These are never touched. Empty folders aren’t kept either.',
  andMore: (count: string) => `… and ${count} more.`,
} as const;
