import type { AssistantBlock, ResultContent, UserContent } from '#shared/session/content.ts';
import type { CallOutcome, SessionEvent } from '#shared/session/event.ts';
import { isToolUse } from './blocks.ts';

type Entry =
  | { readonly role: 'user'; readonly content: UserContent }
  | { readonly role: 'assistant'; readonly requestId: string; readonly blocks: AssistantBlock[] };

export interface StoredResult {
  readonly content: ResultContent;
  readonly isError: boolean;
  /** The file that holds it whole, when the model gets less. */
  readonly persistedPath?: string | undefined;
}

/** What a session's log says about one agent's conversation with the model: a fold, fed event by event. */
export class Transcript {
  readonly #agentId: string | undefined;
  #entries: Entry[] = [];
  readonly #results = new Map<string, StoredResult>();
  readonly #outcomes = new Map<string, CallOutcome>();
  readonly #callIds = new Set<string>();
  #system = '';

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** How calls ended, by id. */
  get outcomes(): ReadonlyMap<string, CallOutcome> {
    return this.#outcomes;
  }

  get results(): ReadonlyMap<string, StoredResult> {
    return this.#results;
  }

  /** Ids of every `tool_use` block so far, of all attempts. */
  get callIds(): ReadonlySet<string> {
    return this.#callIds;
  }

  get system(): string {
    return this.#system;
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'session.prompt':
        this.#system = event.data.system;
        return;
      case 'user.message':
        if (event.data.visibility !== 'window') this.#entries.push({ role: 'user', content: event.data.content });
        return;
      case 'assistant.block':
        this.#addBlock(event.data.requestId, event.data.block);
        return;
      case 'request.ended':
        if (event.data.outcome === 'discarded' || (event.data.outcome === 'failed' && !this.#hasCalls(event.data.requestId)))
          this.#drop(event.data.requestId);
        return;
      case 'call.finished': {
        const { callId, content, isError, outcome, persistedPath } = event.data;
        if (this.#results.has(callId)) return;
        this.#results.set(callId, { content, isError, persistedPath });
        this.#outcomes.set(callId, outcome);
        return;
      }
      case 'result.replaced': {
        const { callId, content, persistedPath } = event.data;
        const result = this.#results.get(callId);
        // Decided once: a result that was shortened, now or when it came, stays as the model knows it.
        if (result && result.persistedPath === undefined) this.#results.set(callId, { ...result, content, persistedPath });
        return;
      }
      default:
        return;
    }
  }

  #addBlock(requestId: string, block: AssistantBlock): void {
    if (isToolUse(block)) this.#callIds.add(block.id);
    const last = this.#entries.at(-1);
    if (last?.role === 'assistant' && last.requestId === requestId) last.blocks.push(block);
    else this.#entries.push({ role: 'assistant', requestId, blocks: [block] });
  }

  #hasCalls(requestId: string): boolean {
    return this.#entries.some((entry) => entry.role === 'assistant' && entry.requestId === requestId && entry.blocks.some(isToolUse));
  }

  #drop(requestId: string): void {
    this.#entries = this.#entries.filter((entry) => entry.role === 'user' || entry.requestId !== requestId);
  }
}
