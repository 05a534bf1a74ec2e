import type { ChangedFile, ChangesSince, LastRestore } from '#shared/contract/changes.ts';
import type { RestoreResult } from '#shared/contract/restore.ts';
import { namedFiles, stayed } from '#shared/session/fold/restored-notice.ts';
import type { FoldedBecause } from './folded-because.ts';
import { changes, lineCounts } from '../diff/change-words.ts';

const count = (value: number): string => value.toLocaleString('en');
const files = (value: number): string => `${count(value)} file${value === 1 ? '' : 's'}`;

const moreFiles = (value: number): string => `${count(value)} more file${value === 1 ? '' : 's'}`;

const since: Readonly<Record<ChangesSince, { readonly label: string; readonly detail: string }>> = {
  session: { label: 'This session', detail: 'Compared with the files before the agent’s first change' },
  turn: { label: 'Last turn', detail: 'Compared with the files before the last turn that changed any' },
  commit: { label: 'Last commit', detail: 'Everything that isn’t committed in git, whoever changed it and when' },
};

/** Of a list without files: what they are like, and what isn’t compared. */
const allSame: Readonly<Record<ChangesSince, string>> = {
  session:
    'Every file in this folder is as it was before the agent’s first change. Files that git ignores, and others that can’t be reverted, aren’t compared.',
  turn: 'Every file in this folder is as it was before the last turn that changed any. Files that git ignores, and others that can’t be reverted, aren’t compared.',
  commit:
    'Every file in this folder is as in git’s last commit. Files that git ignores, submodules and other repositories aren’t compared.',
};

const pushCommand = (remote: string, branch: string | undefined): string => `git push -u ${remote} ${branch ?? 'HEAD'}`;

/** Text of the changes pane. */
export const words = {
  pane: 'Changes',
  list: 'Changed files',
  overview: 'Overview of the changed files',
  overviewHint: 'Show or hide the overview of the files',
  filter: 'Filter files',
  noMatch: 'No changed file matches the filter.',
  nextFile: 'Next file',
  previousFile: 'Previous file',
  collapseAll: 'Collapse all',
  expandAll: 'Expand all',
  folded: (because: FoldedBecause, lines: number) =>
    because === 'generated' ? 'Folded: generated file' : `Folded: ${count(lines)} changed lines`,
  loading: 'Checking the files',
  since: 'Compared with',
  sinceOptions: since,
  turn: (message: string) => (message === '' ? 'An earlier turn' : `Turn: ${message}`),
  turnDetail: 'What this turn changed, from its start to its end',
  turnSame: 'This turn left every file as it was. Files that git ignores, and others that can’t be reverted, aren’t compared.',
  changedAgain: 'Changed again since this turn: revert it in “This session” or “Last turn”, or restore files',
  changes,
  files,
  /** Of those that a filter shows. */
  filesOf: (shown: number, all: number) => `${count(shown)} of ${files(all)}`,
  empty: 'No changes yet',
  emptyText: 'Files that the agent changes in this folder, with tools or commands, are listed here to keep or revert.',
  allSame: 'Nothing has changed',
  allSameText: (compared: ChangesSince) => allSame[compared],
  unavailable: 'Changes aren’t available here',
  unavailableText: (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}. Everything else works.`,
  failed: 'The changes could not be listed',
  again: 'Try again',
  refresh: 'Refresh',
  sideBySide: 'Both versions side by side',
  git: 'Git',
  gitHint: 'Commit, push, open a pull request',
  commit: 'Commit…',
  commitHint: 'Commit changed files, or ask the agent to',
  allCommitted: (compared: ChangesSince) =>
    compared === 'commit'
      ? 'Every listed file is as in the last commit'
      : `Every listed file is as in the last commit. To commit other changes, choose “${since.commit.label}” above.`,
  committed: 'committed',
  committedTitle: 'As in git’s last commit',
  push: 'Push…',
  pushCommand: pushCommand,
  noRemote: 'This repository has no remote to push to',
  pushMessage: (remote: string, branch: string | undefined) =>
    `Push the current branch with \`${pushCommand(remote, branch)}\`. Don’t force it: if it is refused, tell me why and what I can do.`,
  pullRequest: 'Open a pull request…',
  pullRequestHint: 'Uses gh, GitHub’s command line, if it is installed',
  pullRequestMessage: (remote: string, branch: string | undefined) =>
    `Open a pull request for the current branch: push it with \`${pushCommand(remote, branch)}\`, then use \`gh pr create\` with a title and a description that says why. If gh isn’t installed or signed in, give me the address that compares the branch on its server instead.`,
  keep: 'Keep',
  keepAll: 'Keep all',
  keepThese: (number: number) => `Keep these ${count(number)}`,
  keptFiles: (number: number) => `Kept ${files(number)}`,
  revert: 'Revert',
  revertAll: 'Revert all',
  revertThese: (number: number) => `Revert these ${count(number)}`,
  reverting: 'Reverting…',
  review: 'Review again',
  cancel: 'Cancel',
  keepOf: (path: string) => `Keep ${path}`,
  revertOf: (path: string) => `Revert ${path}`,
  reviewOf: (path: string) => `Review ${path} again`,
  keepHunk: (line: number) => `Keep the change at line ${line}`,
  revertHunk: (line: number) => `Revert the change at line ${line}`,
  hunkAt: (line: number, lines: number) => (lines > 1 ? `Lines ${line}–${line + lines - 1}` : `Line ${line}`),
  moreLines: (number: number) => (number === 1 ? '1 more line' : `${count(number)} more lines`),
  linesAbove: (number: number, line: number) => `Show ${number === 1 ? 'the line' : `${count(number)} more lines`} above line ${line}`,
  linesBelow: (number: number, line: number) => `Show ${number === 1 ? 'the line' : `${count(number)} more lines`} below line ${line}`,
  linesFailed: 'The lines could not be shown',
  openAt: (line: number) => `Open in your editor at line ${line}`,
  addToMessage: 'Add to the message',
  hunkKept: 'kept',
  previousChange: 'Previous change',
  nextChange: (all: number) => `Next change (${count(all)} in all)`,
  confirmAll: (number: number) => `Revert ${files(number)}? It can be undone.`,
  confirmCommitted: (number: number, all: number) =>
    number === all
      ? all === 1
        ? 'It is already committed: git will show the revert as a change.'
        : 'All of them are already committed: git will show the revert as changes.'
      : `${count(number)} of them ${number === 1 ? 'is' : 'are'} already committed: git will show the revert as ${number === 1 ? 'a change' : 'changes'}.`,
  confirmOthers: (number: number) =>
    number === 1
      ? '1 file stays as it is, because you or another program also changed it.'
      : `${files(number)} stay as they are, because you or another program also changed them.`,
  confirmAgain: (number: number) =>
    number === 1
      ? '1 file stays as it is, because it has changed again since this turn.'
      : `${files(number)} stay as they are, because they have changed again since this turn.`,
  confirmPerhaps: (number: number) =>
    number === 1
      ? '1 file changed while a command ran. If you saved it meanwhile, your lines are reverted too.'
      : `${files(number)} changed while commands ran. If you saved any of them meanwhile, your lines are reverted too.`,
  perhapsFile:
    'This file changed while the agent worked, perhaps not only by the agent. If you saved it meanwhile, your lines are reverted too. Revert all of it? It can be undone.',
  perhapsHunk:
    'This file changed while the agent worked, perhaps not only by the agent: these lines may be yours. Revert them? It can be undone.',
  confirmFile: 'You or another program also changed this file. Revert all of it, with those changes? It can be undone.',
  confirmHunk: 'You or another program also changed this file, perhaps these lines too. Revert them? It can be undone.',
  confirmFiltered: (number: number) =>
    number === 1
      ? '1 file stays as it is, because the filter hides it.'
      : `${files(number)} stay as they are, because the filter hides them.`,
  whileWorking: 'Stop the turn first: files can’t be reverted while the agent works',
  kept: (number: number) => `Kept (${count(number)})`,
  allKept: 'All changes are kept.',
  /** After others were reverted. */
  restKept: 'The changes that are left are kept.',
  others: 'not only by the agent',
  onlyOthers: 'not by the agent',
  onlyOthersTitle: 'Probably changed by you or another program, not by a call of the agent',
  othersTitle: 'Also changed by you or another program while no turn was running',
  renamedFrom: (path: string) => `from ${path}`,
  binary: 'binary',
  /** Of a change without lines. */
  noLines: {
    create: 'The file is empty.',
    delete: 'The file was empty.',
    rename: 'Only its name changed.',
    mode: 'Only its permissions changed.',
    modify: 'Only its permissions changed.',
  } satisfies Readonly<Record<ChangedFile['change'], string>>,
  truncated: 'This diff is too large: only its beginning is shown. Keep or revert the whole file.',
  showMore: (number: number) => `Show ${moreFiles(number)}`,
  more: (number: number, compared: ChangesSince) =>
    `… and ${moreFiles(number)}.${compared === 'commit' ? '' : ' Use “Restore files” for these.'}`,
  noRevert: `Nothing can be reverted in this list, because it couldn’t be undone. Choose “${since.session.label}” to revert what the agent changed, and use git for the rest.`,
  changedBy: 'Changed by',
  allChangedBy: 'All changed by',
  lastTitle: 'Earlier calls of the same turn may have changed this file too',
  perhapsBy: (calls: number, all: boolean) => `${all ? 'All changed' : 'Changed'} while ${calls === 1 ? 'this' : 'these'} ran:`,
  perhapsTitle: 'You or another program may have saved this file meanwhile',
  perhapsAlso: 'and perhaps by you or another program',
  byOthers: 'Probably changed by you or another program, not by a call of the agent.',
  moreCalls: (number: number) => `and ${count(number)} more`,
  showCall: (call: string) => `Show the call: ${call}`,
  leftOut: (number: number) => (number === 1 ? '1 path can’t be reverted' : `${count(number)} paths can’t be reverted`),
  leftOutText: 'Changes to these, and changes outside the folder, aren’t listed and can’t be reverted.',
  reverted: ({ deed, restored, inPart, first }: LastRestore) =>
    `${deed === 'revert' ? 'Reverted' : 'Restored'} ${namedFiles(restored, first ?? undefined, inPart)}`,
  notReverted: (number: number) => `${files(number)} could not be reverted`,
  notRevertedOf: (path: string, why: string) => `${path}: ${why}`,
  revertFailed: 'Nothing was reverted',
  undo: 'Undo',
  undone: (restored: number, left: number, { deed, inPart, first }: LastRestore) => {
    if (left === 0) return `The ${deed} of ${restored === 1 ? namedFiles(1, first ?? undefined, inPart) : files(restored)} was undone`;
    return restored === 0 ? 'Nothing was undone' : `The ${deed} of ${count(restored)} of ${files(restored + left)} was undone`;
  },
  /** How to get back what an undo left. */
  leftByUndo: (failed: RestoreResult['failed'], deed: LastRestore['deed']) =>
    `${stayed(failed)} “Restore files” offers the state before the ${deed}.`,
  undoFailed: 'It could not be undone',
  ...lineCounts,
  lines: (added: number, removed: number) => `${count(added)} ${added === 1 ? 'line' : 'lines'} added, ${count(removed)} removed`,
} as const;
