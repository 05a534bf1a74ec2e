import { printableText } from '#shared/printable.ts';

/** The scheme of links that open Gatehouse, as in `electron-builder.yml`. */
export const LINK_SCHEME = 'gatehouse';

const MAX_TEXT = 20_000;

/** Whether a text is a link of this scheme, readable or not. As a path, `gatehouse:a/../Downloads` would lead to a folder. */
export function isOwnLink(text: string): boolean {
  return text.trimStart().toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/**
 * Parses a link such as `gatehouse://draft?text=Fix%20the%20tests`. Any page or program can open one, so it can only put text into the message
 * box, for the person to read: it can't choose a folder or send anything. Hidden characters become visible. `undefined` for any other link.
 */
export function readDraftLink(link: string): { readonly text: string } | undefined {
  const url = URL.parse(link);
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'draft' || url.pathname.replace('/', '') !== '') return undefined;
  const text = printableText(url.searchParams.get('text') ?? '').trim();
  return text === '' || text.length > MAX_TEXT ? undefined : { text };
}
