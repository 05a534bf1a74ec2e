import type { RestoreDiff } from '#shared/contract/restore.ts';
import type { LineRow } from './diff-rows.ts';
import type { LeftOutReason } from '#shared/session/checkpoint.ts';

/** Text of diffs; states and sources have their own tables. */
export const words = {
  oneUnchangedLine: '1 unchanged line',
  unchangedLines: (skipped: number) => `${skipped} unchanged lines`,
  notDrawn: (cut: string) => `${cut} more characters not shown`,
  commentOn: (line: number) => `Comment on line ${line}`,
  commentHint: 'What should be different here?',
  cancel: 'Cancel',
  /** A comment with its place, as the agent reads it. */
  aboutLine: (path: string, { type, oldLine, newLine, text }: LineRow, comment: string) => {
    const line = type === 'remove' ? `line ${oldLine} before the change` : `line ${newLine}`;
    return `${path}, ${line}:\n> ${{ add: '+', remove: '-', context: ' ' }[type]}${text.slice(0, 500)}\n\n${comment}`;
  },
  newFile: 'new file',
  noChangedLines: 'no changed lines',
  moreLeftOut: (number: number) => `… and ${number.toLocaleString('en')} more.`,
  tooLarge: 'This diff is too large: only its beginning is shown.',
  changesTo: (file: string) => `Changes to ${file}`,
} as const;

/** Why a file is not covered by checkpoints. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  uncovered: 'existed then, but no checkpoint has it',
  unknown: 'may have existed then, but no checkpoint has it',
  ignored: 'ignored by git',
  large: 'over 5 MB',
  special: 'not a regular file',
  unreadable: 'can’t be read',
  name: 'its name isn’t valid text',
  repository: 'one of too many repositories',
  gone: 'is gone, and no checkpoint has it',
};

/** Shown instead of the diff of a binary file. */
export function noText({ bytesThen, bytesNow }: Extract<RestoreDiff, { type: 'binary' }>): string {
  return `No text to compare: ${sizeOf(bytesThen)} then, ${sizeOf(bytesNow)} now.`;
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? 'no file' : `${bytes.toLocaleString('en')} bytes`;
}
