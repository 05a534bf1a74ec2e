import { AppError } from '#shared/contract/app-error.ts';
import { LOOPBACK_NAMES } from './own-address.ts';
import type { ServedAt, ServeWords } from './served-at.ts';

/** The window's page, where it is confirmed outside the page. */
export const PAGE_HOST = '127.0.0.1';
/** The frame that asks: another name of this machine, so another origin and another site than the page's. */
export const CONFIRMATION_HOST = 'localhost';

/**
 * Other machines have no second name for this one that is certain to be another origin, so there the page isn't served at all.
 * @param unread why the setting counts as on, where no file that could be read says so
 * @throws AppError `unavailable` saying what to do.
 */
export function assertConfirmable(
  { bind, names, tls }: Pick<ServedAt, 'bind' | 'names' | 'tls'>,
  words: ServeWords,
  unread?: string,
): void {
  const isOwn = names.every((name) => LOOPBACK_NAMES.includes(name));
  if (bind === PAGE_HOST && isOwn && !tls) return;
  throw new AppError(
    'unavailable',
    `${unread ?? 'gatehouse.confirmOutsidePage is on.'} While it is on, the browser host serves only browsers on this machine, without TLS. Leave out ${words.host}, ${words.name}, ${words.cert} and ${words.key} (an SSH tunnel of the same port works), or ${unread === undefined ? 'turn the setting off' : 'correct the file'}.`,
  );
}
