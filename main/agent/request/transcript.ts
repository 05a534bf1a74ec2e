import type { AssistantBlock, ResultContent, UserContent } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { resultChars } from '#main/executor/result-budget.ts';
import { isToolUse } from './blocks.ts';

/** `id`: id of the message, of the answered request, or of the compaction. */
export type Entry =
  | {
      readonly role: 'user';
      readonly id: string;
      readonly content: UserContent;
      /** Deferred tools that this message announces. */
      readonly deferredTools?: EventBody<'user.message'>['deferredTools'];
      /** Skills that it announces. */
      readonly skills?: EventBody<'user.message'>['skills'];
      /** Instruction files that it has. */
      readonly instructions?: EventBody<'user.message'>['instructions'];
      readonly servers?: EventBody<'user.message'>['servers'];
    }
  | {
      readonly role: 'assistant';
      readonly id: string;
      /** The model that answered; absent where the log doesn't say. */
      readonly model?: string | undefined;
      readonly blocks: AssistantBlock[];
    };

type Step = Entry | { readonly role: 'compaction'; readonly summary: Entry; readonly keptFrom: string | undefined };

export interface StoredResult {
  readonly content: ResultContent;
  readonly isError: boolean;
  /** File with the whole result, when the model gets a shortened one. */
  readonly persistedPath?: string | undefined;
}

/** One agent's conversation with its model: a fold of the session log. */
export class Transcript {
  readonly #agentId: string | undefined;
  /** All steps, so that a rewind past a compaction restores the earlier conversation. */
  #steps: Step[] = [];
  /** The part that the model reads. Shares its entries with the steps. */
  #entries: Entry[] = [];
  readonly #results = new Map<string, StoredResult>();
  readonly #outcomes = new Map<string, CallOutcome>();
  readonly #callIds = new Set<string>();
  /** Ids of calls that scripts made. */
  readonly #scripted = new Set<string>();
  /** Model by request id, while the request is in progress. */
  readonly #models = new Map<string, string>();
  #resultChars = 0;
  #system = '';
  #wasAnswered = false;

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Outcomes of calls by id. */
  get outcomes(): ReadonlyMap<string, CallOutcome> {
    return this.#outcomes;
  }

  get results(): ReadonlyMap<string, StoredResult> {
    return this.#results;
  }

  /** Characters of all results, including those of dropped answers: an upper bound for what a request carries. */
  get resultChars(): number {
    return this.#resultChars;
  }

  /** Ids of every `tool_use` block so far, of all attempts. */
  get callIds(): ReadonlySet<string> {
    return this.#callIds;
  }

  /** Whether a model has ever answered. */
  get wasAnswered(): boolean {
    return this.#wasAnswered;
  }

  /** Id of the entry with the latest summary; `undefined` before the first compaction. */
  get summaryId(): string | undefined {
    const [first] = this.#entries;
    return this.#steps.some((step) => step.role === 'compaction' && step.summary === first) ? first?.id : undefined;
  }

  get system(): string {
    return this.#system;
  }

  /** Whether the conversation, compacted parts included, has this user message. */
  hasMessage(messageId: string): boolean {
    return this.#steps.some((step) => step.role === 'user' && step.id === messageId);
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'session.prompt':
        this.#system = event.data.system;
        return;
      case 'user.message': {
        const { messageId, content, visibility, deferredTools, skills, instructions, servers } = event.data;
        if (visibility !== 'window') this.#add({ role: 'user', id: messageId, content, deferredTools, skills, instructions, servers });
        return;
      }
      case 'request.started':
        this.#models.set(event.data.requestId, event.data.model);
        return;
      case 'assistant.block':
        this.#addBlock(event.data.requestId, event.data.block);
        return;
      case 'request.ended':
        this.#models.delete(event.data.requestId);
        if (event.data.outcome === 'discarded' || (event.data.outcome === 'failed' && !this.#hasCalls(event.data.requestId)))
          this.#drop(event.data.requestId);
        return;
      case 'call.queued':
        if (event.data.input) this.#scripted.add(event.data.callId);
        return;
      case 'call.finished': {
        const { callId, content, isError, outcome, persistedPath } = event.data;
        // The model reads the result of the script that made a call, not of the call.
        if (this.#scripted.has(callId) || this.#results.has(callId)) return;
        this.#results.set(callId, { content, isError, persistedPath });
        this.#resultChars += resultChars(content);
        this.#outcomes.set(callId, outcome);
        return;
      }
      case 'result.replaced': {
        const { callId, content, persistedPath } = event.data;
        const result = this.#results.get(callId);
        // A result is shortened at most once, so that the model's view of it doesn't change again.
        if (!result || result.persistedPath !== undefined) return;
        this.#results.set(callId, { ...result, content, persistedPath });
        this.#resultChars += resultChars(content) - resultChars(result.content);
        return;
      }
      case 'conversation.compacted': {
        const { compactionId, content, keptFrom } = event.data;
        this.#steps.push({ role: 'compaction', summary: { role: 'user', id: compactionId, content }, keptFrom });
        this.#entries = currentEntries(this.#steps);
        return;
      }
      case 'conversation.rewound': {
        const from = this.#steps.findIndex((step) => step.role === 'user' && step.id === event.data.messageId);
        if (from < 0) return;
        this.#steps.length = from;
        this.#entries = currentEntries(this.#steps);
        return;
      }
      default:
        return;
    }
  }

  #add(entry: Entry): void {
    this.#steps.push(entry);
    this.#entries.push(entry);
  }

  #addBlock(requestId: string, block: AssistantBlock): void {
    this.#wasAnswered = true;
    if (isToolUse(block)) this.#callIds.add(block.id);
    const last = this.#entries.at(-1);
    if (last?.role === 'assistant' && last.id === requestId) last.blocks.push(block);
    else this.#add({ role: 'assistant', id: requestId, model: this.#models.get(requestId), blocks: [block] });
  }

  #hasCalls(requestId: string): boolean {
    return this.#entries.some((entry) => entry.role === 'assistant' && entry.id === requestId && entry.blocks.some(isToolUse));
  }

  #drop(requestId: string): void {
    this.#steps = this.#steps.filter((step) => step.role !== 'assistant' || step.id !== requestId);
    this.#entries = this.#entries.filter((entry) => entry.role === 'user' || entry.id !== requestId);
  }
}

/** The latest summary, the entries kept before it, and everything since. */
function currentEntries(steps: readonly Step[]): Entry[] {
  const at = steps.findLastIndex(({ role }) => role === 'compaction');
  const compaction = steps[at];
  if (compaction?.role !== 'compaction') return steps.filter(isEntry);
  const { summary, keptFrom } = compaction;
  const kept = keptFrom === undefined ? -1 : steps.findIndex((step) => step.role !== 'compaction' && step.id === keptFrom);
  return [summary, ...steps.slice(kept < 0 || kept > at ? at : kept).filter(isEntry)];
}

function isEntry(step: Step): step is Entry {
  return step.role !== 'compaction';
}
