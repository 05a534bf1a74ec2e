import type { PendingAsk } from '#shared/session/view.ts';

type Asked = Pick<PendingAsk, 'cwd' | 'view'>;

/** Where a command would run; `undefined` for another request. */
export function folderOfCommand({ cwd, view: { detail } }: Asked): string | undefined {
  return detail?.type === 'command' ? (detail.cwd ?? cwd) : undefined;
}

/** Where all of them would run, if that is one folder. */
export function commonFolder(asks: readonly Asked[]): string | undefined {
  const [folder, ...others] = new Set(asks.map(folderOfCommand));
  return others.length === 0 ? folder : undefined;
}
