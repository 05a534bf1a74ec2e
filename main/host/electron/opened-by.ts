import { resolve } from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';
import { isOwnLink, readDraftLink } from './draft-link.ts';

/** What a start, a drop or a link opens. */
export type Opened = { readonly type: 'folder'; readonly path: string } | { readonly type: 'draft'; readonly text: string };

/** The first folder and the first draft link on a command line. Options belong to Electron. A link never names a folder. */
export function openedBy(args: readonly string[], workingDir: string): Opened[] {
  const own = args.filter((arg) => arg !== '' && !arg.startsWith('-'));
  const draft = own.map(readDraftLink).find((link) => link !== undefined);
  const path = own
    .filter((arg) => !isOwnLink(arg))
    .map((arg) => resolve(workingDir, arg))
    .find(isFolder);
  return [
    ...(path === undefined ? [] : [{ type: 'folder' as const, path }]),
    ...(draft === undefined ? [] : [{ type: 'draft' as const, text: draft.text }]),
  ];
}
