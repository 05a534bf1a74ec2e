import type { SessionEvent } from '#shared/session/event.ts';
import { contentTokens, estimateTokens } from './token-estimate.ts';

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
