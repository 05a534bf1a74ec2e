import { z } from 'zod';
import { errorMessage } from '#shared/error-message.ts';
import type { SearchServer } from '#main/tool/services/tool-services.ts';
import { readBody } from '../web-fetch/read-body.ts';
import { isWebAddress, MAX_TITLE_CHARS, type SearchHit } from './search-results.ts';

const TIMEOUT_MS = 30_000;
const MAX_HITS = 20;
const MAX_SNIPPET_CHARS = 500;

const answerSchema = z.object({ results: z.array(z.unknown()) });
const hitSchema = z.object({ title: z.string(), url: z.string(), content: z.string().nullish() });

/** Which hosts results may be from; at most one of both lists. */
export interface WantedDomains {
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
}

/**
 * Asks a search server that answers like SearXNG: a GET with `q` and `format=json`, which gives `results` with `title`, `url` and `content`.
 * @throws Error, worded for the model, without such an answer.
 */
export async function askSearchServer(
  { address, fetch }: SearchServer,
  query: string,
  domains: WantedDomains,
  aborted: AbortSignal,
): Promise<SearchHit[]> {
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(TIMEOUT_MS)]);
  let answer: unknown;
  try {
    const url = new URL(address);
    url.searchParams.set('q', query);
    url.searchParams.set('format', 'json');
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`it answered with status ${String(response.status)}`);
    }
    answer = parse(Buffer.from(await readBody(response)).toString());
  } catch (error) {
    aborted.throwIfAborted();
    throw new Error(`The search server of the settings (gatehouse.searchServer) can’t be used: ${reason(error)}. Tell the user.`, {
      cause: error,
    });
  }
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success)
    throw new Error('The search server of the settings (gatehouse.searchServer) gave no list of results as JSON. Tell the user.');
  return parsed.data.results.flatMap((hit) => readHit(hit, domains)).slice(0, MAX_HITS);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page, for example: SearXNG gives JSON only where its settings list that format.
    return undefined;
  }
}

function reason(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `there was no answer within ${String(TIMEOUT_MS / 1000)} s`;
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return errorMessage(cause ?? error).replace(/\.$/u, '');
}

function readHit(hit: unknown, { allowed, blocked }: WantedDomains): SearchHit[] {
  const parsed = hitSchema.safeParse(hit);
  if (!parsed.success || !isWebAddress(parsed.data.url)) return [];
  const { title, url, content } = parsed.data;
  const { hostname } = new URL(url);
  if (allowed.length > 0 && !allowed.some((domain) => isWithin(hostname, domain))) return [];
  if (blocked.some((domain) => isWithin(hostname, domain))) return [];
  const snippet = (content ?? '').slice(0, MAX_SNIPPET_CHARS).toWellFormed();
  return [{ title: title.slice(0, MAX_TITLE_CHARS).toWellFormed(), url, ...(snippet !== '' && { snippet }) }];
}

function isWithin(hostname: string, domain: string): boolean {
  const wanted = domain.toLowerCase().replace(/^\*?\./u, '');
  return hostname === wanted || hostname.endsWith(`.${wanted}`);
}
