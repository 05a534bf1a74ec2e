import type { EventBody } from '../event.ts';

type Restored = EventBody<'files.restored'>;

/** What the conversation says when a person restored or reverted files, or undid that. */
export function restoredNotice({ deed, restored, inPart, paths, failed }: Restored): {
  level: 'info' | 'warning';
  text: string;
  action: 'none';
} {
  const files = namedFiles(restored, paths[0], inPart);
  const text = sentenceOf(deed, files);
  if (failed.length === 0) return { level: 'info', text, action: 'none' };
  return {
    level: 'warning',
    text: `${text} ${failed.length} could not be ${deed === 'revert' ? 'reverted' : 'restored'} and stayed as ${failed.length === 1 ? 'it is' : 'they are'}.`,
    action: 'none',
  };
}

/** What was reverted: a file, some changes of one, or a number of files. */
export function namedFiles(restored: number, first: string | undefined, inPart: Restored['inPart']): string {
  const count = (value: number): string => value.toLocaleString('en');
  if (restored !== 1) return `${count(restored)} files${inPart ? `, ${count(inPart.files)} of them in part` : ''}`;
  const file = first ?? '1 file';
  return inPart ? `${inPart.changes === 1 ? '1 change' : `${count(inPart.changes)} changes`} of ${file}` : file;
}

function sentenceOf(deed: Restored['deed'], files: string): string {
  switch (deed) {
    case 'undo_restore':
      return `The restore of ${files} was undone.`;
    case 'undo_revert':
      return `The revert of ${files} was undone.`;
    case 'revert':
      return `Reverted ${files}.`;
    default:
      return `Restored ${files} to an earlier state.`;
  }
}
