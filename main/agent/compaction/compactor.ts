import { randomUUID } from 'node:crypto';
import type { FreshStart } from '#main/tool/context.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import { maxOutputTokens } from '#main/model/limits.ts';
import { contextWindow } from '#shared/model/context-window.ts';
import type { RetryPolicy } from '#main/model/retry.ts';
import { buildRequest } from '../model-request.ts';
import { toApiMessages } from '../normalise.ts';
import type { RequestTools } from '../request-tools.ts';
import type { ThinkingMemory } from '../thinking-memory.ts';
import type { Transcript } from '../transcript.ts';
import { askForSummary, CUT_OFF, type SummaryAnswer } from './ask-for-summary.ts';
import { compactedContent, type CarriedState } from './compacted-content.ts';
import { ContextSize } from './context-size.ts';
import { flatConversation } from './flat-conversation.ts';
import { entryTokens, keptFrom, shownFiles } from './kept-tail.ts';
import { compactionBudgets, compactionThreshold, type CompactionBudgets } from './limits.ts';
import { CompactionPace } from './pace.ts';
import { summaryPrompt } from './summary-prompt.ts';
import { contentTokens, cutToTokens, estimateTokens } from './token-estimate.ts';
import { chooseWords, UserWords } from './user-words.ts';

export interface CompactionSettings {
  /** Whether the conversation is compacted unasked (`autoCompactEnabled`). */
  readonly enabled: boolean;
  /** Tokens that count as the model's window when it has more (`autoCompactWindow`). */
  readonly window?: number | undefined;
}

/** Where hooks come in (PreCompact, PostCompact). */
export interface CompactionHooks {
  /** May refuse, with a reason for people. */
  before(
    about: { readonly trigger: 'auto' | 'manual'; readonly instructions: string | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly refused?: string }>;
  after(about: { readonly trigger: 'auto' | 'manual'; readonly summary: string }): Promise<void>;
}

/** What one agent's compactor needs of it. */
export interface CompactionHost {
  readonly agentId?: string | undefined;
  readonly client: ModelClient;
  readonly retry: RetryPolicy;
  readonly env: NodeJS.ProcessEnv;
  readonly transcript: Transcript;
  readonly append: (event: NewSessionEvent) => void;
  readonly model: () => string;
  /** As the next request would name them, so that the summary's request finds the same prompt cache. */
  readonly tools: () => Pick<RequestTools, 'tools' | 'referable'>;
  /** Asked to think otherwise than before, a model would read the conversation anew. */
  readonly thinking?: ThinkingMemory | undefined;
  readonly settings: () => CompactionSettings;
  /** Why no further request may be paid for; `undefined` when one may. */
  readonly overBudget: () => string | undefined;
  /** As it is now; `files` all that the model has read. */
  readonly state: () => CarriedState;
  /** The model no longer has the content of any file but these: an edit of another must demand that it be read again. */
  readonly keepFiles: (paths: ReadonlySet<string>) => void;
  readonly hooks?: CompactionHooks | undefined;
}

export type CompactionResult =
  | { readonly type: 'compacted' }
  | { readonly type: 'nothing_to_do' }
  | { readonly type: 'aborted' }
  /** Nothing was changed. A sentence or two for people. */
  | { readonly type: 'failed'; readonly why: string };

export interface CompactionRequest {
  readonly trigger: 'auto' | 'manual';
  readonly instructions?: string | undefined;
  readonly turnId: string;
  readonly signal: AbortSignal;
  /** The server has refused the conversation as too long. */
  readonly overflowed?: boolean;
}

/** How often a summary of only the newest part is tried, each time with half as much. */
const SHORTER_TRIES = 3;

/** Shortens one agent's conversation: on demand, and by itself before a request that would not fit. A fold of the log besides. */
export class Compactor {
  readonly #host: CompactionHost;
  readonly #size: ContextSize;
  readonly #words: UserWords;
  readonly #pace: CompactionPace;

  constructor(host: CompactionHost) {
    this.#host = host;
    this.#size = new ContextSize(host.agentId);
    this.#words = new UserWords(host.agentId);
    this.#pace = new CompactionPace(host.agentId);
  }

  apply(event: SessionEvent): void {
    this.#size.apply(event);
    this.#words.apply(event);
    this.#pace.apply(event);
  }

  /** Whether there is anything a person could have compacted. */
  get canCompact(): boolean {
    return keptFrom(this.#host.transcript, 0) !== undefined;
  }

  /** Tokens that the model can take, and from how many on the conversation is compacted unasked; `null` when it isn't. */
  get limits(): { readonly window: number; readonly compactsAt: number | null } {
    const window = this.#window();
    return { window, compactsAt: this.#automatic ? compactionThreshold(window, this.#maxOutput) : null };
  }

  /** Before a request: compacts when it would not fit, and goes on with what there is when that fails. */
  async ahead(turnId: string, signal: AbortSignal): Promise<void> {
    const { compactsAt } = this.limits;
    if (compactsAt === null || this.#size.tokens < compactsAt || !this.#pace.mayTry) return;
    // The turn ends here anyway, and says why.
    if (this.#host.overBudget() !== undefined) return;
    await this.#unasked({ trigger: 'auto', turnId, signal });
  }

  /** After a request that the server refused as too long. Whether it is worth asking again. */
  async afterOverflow(turnId: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#automatic || !this.#pace.mayTry) return false;
    return this.#unasked({ trigger: 'auto', turnId, signal, overflowed: true });
  }

  /**
   * The model summarises, and one event replaces the older part of the conversation. Whatever goes wrong before that event leaves the
   * conversation as it was. Appends no notice: the caller says what came of it.
   */
  async compact(about: CompactionRequest): Promise<CompactionResult> {
    const host = this.#host;
    const { budgets, window } = this.#budgets(about);
    const from = keptFrom(host.transcript, budgets.tail);
    if (from === undefined) return { type: 'nothing_to_do' };
    const noMoney = host.overBudget();
    if (noMoney !== undefined) return { type: 'failed', why: noMoney };
    const { trigger, instructions } = about;
    const { refused } = (await host.hooks?.before({ trigger, instructions }, about.signal)) ?? {};
    if (refused !== undefined) return { type: 'failed', why: refused };
    if (about.signal.aborted) return { type: 'aborted' };

    const answer = await this.#summary(about, window, budgets);
    if (about.signal.aborted) return { type: 'aborted' };
    if (answer.type === 'overflow') return { type: 'failed', why: 'It is too long even for the request that would summarise it.' };
    if (answer.type !== 'summary') return answer;
    const summary = bounded(answer.text, budgets.summary);
    this.#replace(about, summary, from, budgets);
    await host.hooks?.after({ trigger, summary });
    return { type: 'compacted' };
  }

  async #unasked(about: CompactionRequest): Promise<boolean> {
    const result = await this.compact(about);
    if (result.type === 'failed') {
      this.#pace.failed();
      const text = `The conversation could not be compacted, so it goes on as it is. ${result.why}`;
      this.#host.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    }
    return result.type === 'compacted';
  }

  #budgets({ trigger, overflowed }: CompactionRequest): { readonly budgets: CompactionBudgets; readonly window: number } {
    // A window that isn't known may be much smaller than it is taken for: what was refused just now bounds it.
    const window = overflowed ? Math.max(1, Math.min(this.#window(), this.#size.tokens)) : this.#window();
    return { budgets: compactionBudgets(window, this.#maxOutput, trigger === 'manual'), window };
  }

  /** First over the conversation as it stands, which the prompt cache has; where that doesn't fit, over less and less of its newest part. */
  async #summary(about: CompactionRequest, window: number, budgets: CompactionBudgets): Promise<SummaryAnswer> {
    const { client, retry, append, overBudget } = this.#host;
    const { turnId, signal } = about;
    const whole = this.#request(about, budgets);
    const messages = toApiMessages(this.#host.transcript);
    const ask = (request: ModelRequest) => askForSummary({ client, request, retry, turnId, append, signal });
    const fits = !about.overflowed && this.#size.tokens + budgets.summary < window;
    let answer: SummaryAnswer = fits ? await ask(whole) : { type: 'overflow' };
    for (let tries = 1; answer.type === 'overflow' && tries <= SHORTER_TRIES && !signal.aborted; tries += 1) {
      const noMoney = overBudget();
      if (noMoney !== undefined) return { type: 'failed', why: noMoney };
      const room = window / 2 ** tries;
      // In a very small one the answer must not take it all.
      const text = flatConversation(messages, Math.floor(Math.max(room - budgets.summary, room / 2)));
      if (text === '') break;
      answer = await ask(asText(whole, `${text}\n\n${summaryPrompt(about.instructions)}`));
    }
    return answer;
  }

  #request({ instructions }: CompactionRequest, { summary }: CompactionBudgets): ModelRequest {
    const { transcript, model, tools, thinking } = this.#host;
    const request = buildRequest(transcript, { model: model(), maxTokens: summary, ...tools(), thinking });
    const prompt = { type: 'text' as const, text: summaryPrompt(instructions) };
    const last = request.messages.at(-1);
    if (last?.role !== 'user') return { ...request, messages: [...request.messages, { role: 'user', content: [prompt] }] };
    return { ...request, messages: [...request.messages.slice(0, -1), { role: 'user', content: [...last.content, prompt] }] };
  }

  #replace({ trigger, instructions }: CompactionRequest, summary: string, from: number, budgets: CompactionBudgets): void {
    const { transcript, append, state, keepFiles, tools } = this.#host;
    const kept = transcript.entries.slice(from);
    const shown = shownFiles(kept);
    const keptIds = new Set(kept.map(({ id }) => id));
    const words = chooseWords(
      this.#words.all.filter(({ id }) => !keptIds.has(id)),
      budgets.words,
    );
    const now = state();
    const content = compactedContent({ summary, words, state: { ...now, files: now.files.filter((path) => !shown.has(path)) } });
    const keptFromId = kept[0]?.id;
    const frame = estimateTokens(transcript.system) + estimateTokens(JSON.stringify(tools().tools));
    const tokensAfter = frame + contentTokens(content) + kept.reduce((sum, entry) => sum + entryTokens(entry, transcript.results), 0);
    append({
      type: 'conversation.compacted',
      data: {
        compactionId: randomUUID(),
        trigger,
        ...(instructions !== undefined && { instructions }),
        content,
        summary,
        ...(keptFromId !== undefined && { keptFrom: keptFromId }),
        tokensBefore: this.#size.tokens,
        tokensAfter,
      },
    });
    keepFiles(shown);
  }

  /** Nothing but `text` is remembered from here on, and what still runs. */
  startAfresh({ text, summary }: FreshStart): void {
    const { transcript, append, state, keepFiles, tools } = this.#host;
    const { running } = state();
    const still = running.length === 0 ? '' : `\n\nStill at work:\n${running.map((line) => `- ${line}`).join('\n')}`;
    const content = [{ type: 'text' as const, text: `${text}${still}` }];
    const frame = estimateTokens(transcript.system) + estimateTokens(JSON.stringify(tools().tools));
    const tokens = { tokensBefore: this.#size.tokens, tokensAfter: frame + contentTokens(content) };
    append({ type: 'conversation.compacted', data: { compactionId: randomUUID(), trigger: 'plan', content, summary, ...tokens } });
    keepFiles(new Set());
  }

  get #automatic(): boolean {
    // A script has nobody behind it who could summarise.
    return this.#host.client.kind !== 'scripted' && this.#host.settings().enabled;
  }

  get #maxOutput(): number {
    return maxOutputTokens(this.#host.model(), this.#host.env);
  }

  #window(): number {
    const { model, settings } = this.#host;
    return Math.min(contextWindow(model()), settings().window ?? Number.POSITIVE_INFINITY);
  }
}

/** A server need not keep to the limit it was given; a summary that fills the window would be no help. Estimates run high, so some is granted. */
function bounded(summary: string, tokens: number): string {
  const kept = cutToTokens(summary, 2 * tokens);
  return kept === summary ? summary : `${kept}\n${CUT_OFF}`;
}

function asText(request: ModelRequest, text: string): ModelRequest {
  return { ...request, system: [], tools: [], messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
}
