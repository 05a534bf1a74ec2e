import { printableText } from '#shared/printable.ts';

/** The scheme of links that open Gatehouse, as in `electron-builder.yml`. */
export const LINK_SCHEME = 'gatehouse';

const MAX_TEXT = 20_000;

/**
 * Reads a link such as `gatehouse://draft?text=Fix%20the%20tests`. A link comes from any page or program, so all it can do is to put text into the
 * message box, where the person reads it: it names no folder, and nothing is sent. Hidden characters become visible. `undefined` for
 * any other link.
 */
export function readDraftLink(link: string): { readonly text: string } | undefined {
  const url = URL.parse(link);
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'draft' || url.pathname.replace('/', '') !== '') return undefined;
  const text = printableText(url.searchParams.get('text') ?? '').trim();
  return text === '' || text.length > MAX_TEXT ? undefined : { text };
}
