import { z } from 'zod';
import { type AssistantBlock, textBlockSchema } from '#shared/session/content.ts';

export const MAX_TITLE_CHARS = 300;
const MAX_URL_CHARS = 2000;

const hitSchema = z.object({ type: z.literal('web_search_result'), title: z.string(), url: z.string() });
const foundSchema = z.object({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.array(z.unknown()), z.object({ error_code: z.string() })]),
});

export const searchOutputSchema = z.object({
  query: z.string(),
  results: z.array(
    z.union([
      z.object({
        tool_use_id: z.string(),
        content: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string().optional() })),
      }),
      z.string(),
    ]),
  ),
  durationSeconds: z.number(),
  searchCount: z.number().optional(),
});
export type SearchOutput = z.output<typeof searchOutputSchema>;
type SearchResults = SearchOutput['results'];
export type SearchHit = Exclude<SearchResults[number], string>['content'][number];

export interface ReadSearch {
  readonly results: SearchResults;
  readonly searchCount: number;
  /** Number of hits that a rule denies. */
  readonly left: number;
}

/**
 * Reads the blocks of an answer with a web search. Removes hits for which `isDenied` is true, and then also the model's text, which may be
 * based on them.
 */
export function readSearch(blocks: readonly AssistantBlock[], isDenied: (url: string) => boolean): ReadSearch {
  const results: SearchResults = [];
  let left = 0;
  for (const block of blocks) {
    const text = textBlockSchema.safeParse(block);
    if (text.success) addText(results, text.data.text);
    const found = foundSchema.safeParse(block);
    if (!found.success) continue;
    const { tool_use_id, content } = found.data;
    if (!Array.isArray(content)) {
      results.push(`The search failed: ${content.error_code.slice(0, 100)}`);
      continue;
    }
    const hits = content.flatMap((hit) => {
      const parsed = hitSchema.safeParse(hit);
      return parsed.success && isWebAddress(parsed.data.url) ? [parsed.data] : [];
    });
    const open = hits.filter(({ url }) => !isDenied(url));
    left += hits.length - open.length;
    results.push({ tool_use_id, content: open.map(({ title, url }) => ({ title: title.slice(0, MAX_TITLE_CHARS).toWellFormed(), url })) });
  }
  const searchCount = blocks.filter(({ type }) => type === 'server_tool_use').length;
  return { results: left === 0 ? results : results.filter((result) => typeof result !== 'string'), searchCount, left };
}

/** Joins text blocks, since the server splits sentences at citations. */
function addText(results: SearchResults, text: string): void {
  const last = results.at(-1);
  if (typeof last === 'string') results[results.length - 1] = last + text;
  else if (text.trim() !== '') results.push(text);
}

export function isWebAddress(url: string): boolean {
  return url.length <= MAX_URL_CHARS && /^https?:$/u.test(URL.parse(url)?.protocol ?? '');
}
