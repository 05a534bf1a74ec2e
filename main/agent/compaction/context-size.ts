import type { SessionEvent } from '#shared/session/event.ts';
import type { ContextPart } from '#shared/contract/commands/session-commands.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { isToolUse } from '../request/blocks.ts';
import type { RequestTools } from '../request/request-tools.ts';
import type { Transcript } from '../request/transcript.ts';

/** English prose has about 4.5 bytes per token, code 3. An underestimate would be noticed too late. */
const BYTES_PER_TOKEN = 3.5;
/** The API's formula for the largest image it accepts without downscaling. */
const IMAGE_TOKENS = 1600;
/** Of a page of a PDF, and of the 20 pages that Read gives at most. */
const PAGE_TOKENS = 3000;
const MAX_DOCUMENT_TOKENS = 20 * PAGE_TOKENS;
/** A page of text takes about 30 000 characters. */
const BASE64_CHARS_PER_TOKEN = 10;

/** An estimate that errs on the high side. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Tokens of a message's content or a tool's result. */
export function contentTokens(content: ResultContent): number {
  if (typeof content === 'string') return estimateTokens(content);
  return content.reduce((sum, block) => {
    if (block.type === 'text') return sum + estimateTokens(block.text);
    if (block.type === 'document') return sum + documentTokens(block.source.data);
    return sum + (block.type === 'image' ? IMAGE_TOKENS : estimateTokens(block.tool_name));
  }, 0);
}

/** A page counts as text and as an image. The pages can't be counted here, so this goes by the size. */
function documentTokens(base64: string): number {
  return Math.min(MAX_DOCUMENT_TOKENS, Math.max(PAGE_TOKENS, Math.ceil(base64.length / BASE64_CHARS_PER_TOKEN)));
}

/** The longest prefix of `text` that is estimated at no more than `tokens`. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Math.max(0, Math.floor(tokens * BYTES_PER_TOKEN));
  if (Buffer.byteLength(text) <= bytes) return text;
  // A split character decodes to U+FFFD at the end, or to nothing.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '');
}

interface OpenRequest {
  readonly requestId: string;
  readonly summarises: boolean;
  readonly addedBefore: number;
  /** Tokens of results that arrived during streaming, which the usage doesn't count. */
  results: number;
}

/**
 * Tokens of one agent's next request: the usage of the last answer plus an estimate of what was added since. A fold of the log. Without
 * reported usage, an estimate of all messages.
 */
export class ContextSize {
  readonly #agentId: string | undefined;
  readonly #results = new Map<string, number>();
  #told = 0;
  #added = 0;
  #request: OpenRequest | undefined;

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get tokens(): number {
    return Math.max(0, this.#told + this.#added);
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'user.message':
        if (event.data.visibility !== 'window') this.#added += contentTokens(event.data.content);
        return;
      case 'assistant.block':
        this.#added += estimateTokens(JSON.stringify(event.data.block));
        return;
      case 'call.finished': {
        const tokens = contentTokens(event.data.content);
        this.#results.set(event.data.callId, tokens);
        this.#added += tokens;
        if (this.#request) this.#request.results += tokens;
        return;
      }
      case 'result.replaced': {
        const tokens = contentTokens(event.data.content);
        this.#added += tokens - (this.#results.get(event.data.callId) ?? tokens);
        this.#results.set(event.data.callId, tokens);
        return;
      }
      case 'request.started': {
        const { requestId, purpose } = event.data;
        this.#request = { requestId, summarises: purpose === 'compaction', addedBefore: this.#added, results: 0 };
        return;
      }
      case 'request.ended':
        this.#endRequest(event.data);
        return;
      case 'conversation.compacted':
        this.#is(event.data.tokensAfter);
        return;
      case 'conversation.rewound':
        this.#is(event.data.contextTokens);
        return;
      default:
        return;
    }
  }

  #endRequest({ requestId, outcome, usage }: Extract<SessionEvent, { type: 'request.ended' }>['data']): void {
    const request = this.#request;
    this.#request = undefined;
    if (!request || request.requestId !== requestId || request.summarises) return;
    if (outcome === 'discarded') this.#added = request.addedBefore + request.results;
    if (outcome !== 'ok' || !usage) return;
    const told = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens + usage.output_tokens;
    if (told === 0) return;
    this.#told = told;
    this.#added = request.results;
  }

  #is(tokens: number): void {
    this.#told = tokens;
    this.#added = 0;
  }
}

interface MeasuredRequest {
  readonly transcript: Transcript;
  readonly tools: RequestTools['tools'];
  /** Characters of instruction files in the system prompt. */
  readonly instructionChars: number;
  /** Tokens of the next request, as reported with the last answer. */
  readonly tokens: number;
}

/** Parts of the next request, largest first: estimates scaled to the server's token count. */
export function contextParts({ transcript, tools, instructionChars, tokens }: MeasuredRequest): ContextPart[] {
  const sums = new Map<ContextPart['part'], number>();
  const add = (part: ContextPart['part'], more: number): void => void sums.set(part, (sums.get(part) ?? 0) + more);
  const prompt = estimateTokens(transcript.system);
  const instructions = Math.min(prompt, Math.round((prompt * instructionChars) / Math.max(1, transcript.system.length)));
  add('instructions', instructions);
  add('prompt', prompt - instructions);
  for (const tool of tools) add(tool.name.startsWith('mcp__') ? 'mcp_tools' : 'tools', estimateTokens(JSON.stringify(tool)));
  for (const entry of transcript.entries) {
    if (entry.role === 'user') {
      const part = entry.instructions ? 'instructions' : entry.id === transcript.summaryId ? 'summary' : 'messages';
      add(part, contentTokens(entry.content));
      continue;
    }
    for (const block of entry.blocks) {
      const size = estimateTokens(JSON.stringify(block));
      if (!isToolUse(block)) add(block.type === 'text' ? 'answers' : 'thinking', size);
      else add('calls', size + contentTokens(transcript.results.get(block.id)?.content ?? ''));
    }
  }
  const estimated = [...sums.values()].reduce((sum, part) => sum + part, 0);
  const scale = tokens > 0 && estimated > 0 ? tokens / estimated : 1;
  return [...sums]
    .map(([part, size]) => ({ part, tokens: Math.round(size * scale) }))
    .filter((each) => each.tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens);
}
