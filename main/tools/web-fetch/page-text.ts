import { htmlToMarkdown } from './html-to-markdown.ts';

/** Media types of text, besides `text/…`. */
const TEXT = /^application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml)|x-yaml|x-ndjson|javascript|ecmascript|typescript|toml|sql|graphql|x-sh)$/u;
const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
/** A page declares its encoding within this many bytes. */
const HEAD_BYTES = 1024;

/** A page as text, HTML as Markdown. @throws Error, worded for the model, for anything that isn't text. */
export async function pageText(body: Uint8Array, contentType: string, signal: AbortSignal): Promise<string> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isHtml = HTML.has(type) || (type === '' && looksLikeHtml(body));
  if (!isHtml && type !== '' && !type.startsWith('text/') && !TEXT.test(type)) throw notText(type);
  if (type === '' && body.subarray(0, HEAD_BYTES).includes(0)) throw notText('a binary file');
  const text = decoder(contentType, body, isHtml).decode(body);
  return isHtml ? await htmlToMarkdown(text, signal) : text;
}

function notText(what: string): Error {
  return new Error(
    `The address leads to ${/^[\w ]+(?:\/[\w.+-]+)?$/u.test(what) ? what.slice(0, 100) : 'something else'}, not to text. WebFetch reads pages; download the file with a command instead.`,
  );
}

function looksLikeHtml(body: Uint8Array): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/iu.test(latin1(body));
}

function latin1(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1');
}

/** For the encoding in the header, else the one that the page declares, else UTF-8. */
function decoder(contentType: string, body: Uint8Array, isHtml: boolean) {
  const named =
    /charset\s*=\s*"?([\w-]{1,40})/iu.exec(contentType)?.[1] ??
    (isHtml ? /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/iu.exec(latin1(body))?.[1] : undefined);
  try {
    return new TextDecoder(named ?? 'utf-8');
  } catch {
    // The encoding is unknown; most pages are UTF-8.
    return new TextDecoder();
  }
}
