import type { EventBody } from '../event.ts';

type Restored = EventBody<'files.restored'>;

/** What the conversation says when a person restored or reverted files, or undid that. */
export function restoredNotice({ deed, restored, inPart, paths, failed }: Restored): {
  level: 'info' | 'warning';
  text: string;
  action: 'none';
} {
  const isUndo = deed === 'undo_revert' || deed === 'undo_restore';
  const left = isUndo ? failed.length : 0;
  const files = left > 0 ? `${restored} of ${restored + left} files` : namedFiles(restored, paths[0], inPart);
  const text = isUndo && restored === 0 && left > 0 ? 'Nothing was undone.' : sentenceOf(deed, files);
  if (failed.length === 0) return { level: 'info', text, action: 'none' };
  if (isUndo) return { level: 'warning', text: `${text} ${stayed(failed)}`, action: 'none' };
  return {
    level: 'warning',
    text: `${text} ${failed.length} could not be ${deed === 'revert' ? 'reverted' : 'restored'} and stayed as ${failed.length === 1 ? 'it is' : 'they are'}.`,
    action: 'none',
  };
}

/** Files named in one sentence. */
const MAX_NAMED = 4;

/** Names the files that an undo left as they are, and why. */
export function stayed(failed: Restored['failed']): string {
  const named = failed.slice(0, MAX_NAMED).map(({ path }) => path);
  const more = failed.length > MAX_NAMED ? ` and ${failed.length - MAX_NAMED} more` : '';
  const whys = [...new Set(failed.map(({ why }) => why))].join('; ');
  return `${named.join(', ')}${more} stayed as ${failed.length === 1 ? 'it is' : 'they are'}: ${whys}.`;
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
