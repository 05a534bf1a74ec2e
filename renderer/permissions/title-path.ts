import type { PendingAsk } from '#shared/session/view.ts';
import { isAboutPath } from '../calls/about-path.ts';

/** Segments that tell one path from another. */
const SHOWN_SEGMENTS = 3;

/** The path that ends the title of the card, complete. */
export function titlePath({ sentence, view }: Pick<PendingAsk, 'sentence' | 'view'>): string | undefined {
  return isAboutPath(view) && view.summary !== '' && sentence.endsWith(` ${view.summary}`) ? view.summary : undefined;
}

/** Repeats of the title’s path in a text of the card: their end is enough. */
export function withPathEnd(text: string, path: string | undefined): string {
  const end = path === undefined ? '' : pathEnd(path);
  if (path === undefined || end === path) return text;
  const [first = '', ...others] = text.split(path);
  return others.reduce((before, rest) => `${before}${isEnded(rest) ? end : path}${rest}`, first);
}

function pathEnd(path: string): string {
  const segments = path.split('/').filter(Boolean);
  return segments.length > SHOWN_SEGMENTS ? `…/${segments.slice(-SHOWN_SEGMENTS).join('/')}` : path;
}

/** Not the start of another path. */
function isEnded(rest: string): boolean {
  return /^[.,;:)”"']?(?:\s|$)/u.test(rest);
}
