import type { EventBody } from '../event.ts';

/** What the conversation says when a person committed files. */
export function committedNotice({ commit, files, paths }: EventBody<'files.committed'>): { level: 'info'; text: string; action: 'none' } {
  const [only] = paths;
  const what = files === 1 && paths.length === 1 && only !== undefined ? only : `${files} ${files === 1 ? 'file' : 'files'}`;
  return { level: 'info', text: `Committed ${what} as ${commit}.`, action: 'none' };
}
