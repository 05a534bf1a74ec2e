import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { WebService } from '#main/tool/services/tool-services.ts';
import { errorMessage } from '#shared/error-message.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { untrustedText } from '../untrusted-text.ts';
import { askAboutPage, PAGE_PART_CHARS } from './ask-about-page.ts';
import { fetchPage, pageUrl, type RedirectedPage } from './fetch-page.ts';
import { PageCache, type PageText } from './page-cache.ts';
import { pageText } from './page-text.ts';

const MAX_SHOWN_CHARS = 20_000;

const inputSchema = z.strictObject({
  url: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9+.-]*:/u, 'must be a complete address, with https://')
    .describe('The address of the page'),
  prompt: z.string().describe('What to find out from the page'),
  offset: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Character to start from in a page too long for one call, as the previous result says'),
});
type WebFetchInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  bytes: z.number(),
  code: z.number(),
  codeText: z.string(),
  result: z.string(),
  durationMs: z.number(),
  url: z.string(),
});
type WebFetchOutput = z.output<typeof outputSchema>;

/** `nextOffset`: start of the rest of a long page. `isPage`: `result` is about a page, not about a redirect. */
interface WebFetchDetails {
  readonly isPage: boolean;
  readonly pageChars: number;
  readonly nextOffset?: number;
}

const PROMPT = `Fetches a web page and answers a prompt about it: a small model reads the page, as Markdown, and you get its answer.

- http addresses are fetched as https. Pages behind a login can't be read: use an MCP server or a command for these.
- A redirect to another host is reported, not followed. To follow it, call the tool again with the new address.
- Pages are kept for 15 minutes, so several prompts about one page cost little.
- Only public servers are reached, never this machine or its network.`;

export function createWebFetchTool() {
  const cache = new PageCache();
  return buildTool<typeof inputSchema, WebFetchOutput, 'WebFetch', WebFetchDetails>({
    name: 'WebFetch',
    searchHint: 'fetch a web page and answer a question about it',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: ({ url, prompt }) => `${url}\n${prompt}`,
    validateInput: ({ url }, { services }) => {
      try {
        pageUrl(url, services.web.policy);
        return Promise.resolve({ ok: true });
      } catch (error) {
        return Promise.resolve({ ok: false, message: errorMessage(error) });
      }
    },
    call: (input, context) => answer(input, context, cache),
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output, details),
    }),
    present,
  });
}

async function answer(
  { url: address, prompt, offset = 0 }: WebFetchInput,
  context: ToolUseContext,
  cache: PageCache,
): Promise<ToolResult<WebFetchOutput, WebFetchDetails>> {
  const { services } = context;
  const started = performance.now();
  const page = await pageAt(pageUrl(address, services.web.policy), services.web, cache, context.abortController.signal);
  const durationMs = () => Math.round(performance.now() - started);
  if ('from' in page) {
    const { from, to, code, codeText } = page;
    const result = `${from} redirects to another host, so the redirect was not followed. To read that page, call WebFetch with url ${JSON.stringify(to)}.`;
    const data = { bytes: 0, code, codeText, result, durationMs: durationMs(), url: from };
    return { data, details: { isPage: false, pageChars: 0 } };
  }
  const { url, code, codeText, bytes, text } = page;
  if (offset > 0 && offset >= text.length) throw new Error(`The page has only ${text.length} characters.`);
  const part = text.slice(offset, offset + PAGE_PART_CHARS);
  const result = await askAboutPage({ url, text: part, prompt }, context);
  const end = offset + part.length;
  return {
    data: { bytes, code, codeText, result, durationMs: durationMs(), url },
    details: { isPage: true, pageChars: text.length, ...(end < text.length && { nextOffset: end }) },
  };
}

async function pageAt(url: URL, web: WebService, cache: PageCache, signal: AbortSignal): Promise<PageText | RedirectedPage> {
  const source = { fetch: web.fetch, isOpen: (address: string) => web.siteRule(address) === undefined };
  const kept = cache.get(url.href);
  // The page may have come from the site's other name (with or without `www.`), which a new rule may deny.
  if (kept && (kept.url === url.href || source.isOpen(kept.url))) return kept;
  const found = await fetchPage(url, source, signal, web.policy);
  const codeText = STATUS_CODES[found.code] ?? '';
  if (found.type === 'redirect') return { ...found, codeText };
  const { code, body, contentType } = found;
  if (code < 200 || code > 299) throw new Error(`${url.host} answered with status ${code} ${codeText}`.trimEnd());
  const page = { url: found.url, code, codeText, bytes: body.length, text: await pageText(body, contentType, signal) };
  cache.set(url.href, page);
  return page;
}

function resultText({ result, url }: WebFetchOutput, { isPage, pageChars, nextOffset }: WebFetchDetails): string {
  if (!isPage) return result;
  const more =
    nextOffset === undefined
      ? ''
      : `\n\nThis is about the page up to character ${nextOffset} of ${pageChars}. Call WebFetch with offset ${nextOffset} to read on.`;
  return untrustedText(url, result) + more;
}

function present(stage: PresentStage<WebFetchOutput, WebFetchDetails>): ToolView {
  const prompt = textField(stage.input, 'prompt');
  const view: ToolView = {
    kind: 'web',
    title: 'Fetch',
    summary: oneLine(textField(stage.input, 'url')),
    ...(prompt !== '' && { detail: { type: 'text' as const, text: prompt, truncated: false } }),
  };
  return presentStages(stage, view, ({ code, codeText, bytes, result }, { isPage }) => ({
    outcome: isPage ? `${code} ${codeText}, ${formatBytes(bytes)}` : 'redirect to another host',
    detail: { type: 'text', text: result.slice(0, MAX_SHOWN_CHARS), truncated: result.length > MAX_SHOWN_CHARS },
  }));
}
