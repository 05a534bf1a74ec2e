import type { EventBody } from '../event.ts';

type Restored = EventBody<'files.restored'>;

/** What the conversation says when a person restored or reverted files, or undid that. */
export function restoredNotice({ deed, restored, paths, failed }: Restored): {
  level: 'info' | 'warning';
  text: string;
  action: 'none';
} {
  const files = restored === 1 ? (paths[0] ?? '1 file') : `${restored} files`;
  const text = sentenceOf(deed, files);
  if (failed.length === 0) return { level: 'info', text, action: 'none' };
  return {
    level: 'warning',
    text: `${text} ${failed.length} could not be ${deed === 'revert' ? 'reverted' : 'restored'} and stayed as ${failed.length === 1 ? 'it is' : 'they are'}.`,
    action: 'none',
  };
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
