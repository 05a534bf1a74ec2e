import { randomUUID } from 'node:crypto';
import type { FreshStart } from '#main/tool/tool.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { maxOutputTokens } from '#main/model/limits.ts';
import { contextWindow } from '#shared/model/models.ts';
import { buildRequest } from '../request/model-request.ts';
import { toApiMessages } from '../request/normalise.ts';
import type { AgentCalls } from '../agent-calls.ts';
import type { AgentServices } from '../agent-services.ts';
import { askForSummary, CUT_OFF, type SummaryAnswer, summaryPrompt } from './ask-for-summary.ts';
import { compactedContent, type CarriedState } from './compacted-content.ts';
import { contentTokens, ContextSize, cutToTokens, estimateTokens } from './context-size.ts';
import { flatConversation } from './flat-conversation.ts';
import { entryTokens, keptFrom, shownFiles } from './kept-tail.ts';
import { compactionBudgets, type CompactionBudgets, CompactionPace, compactionThreshold } from './compaction-limits.ts';
import { chooseWords, UserWords } from './user-words.ts';

export type CompactionResult =
  | { readonly type: 'compacted' }
  | { readonly type: 'nothing_to_do' }
  | { readonly type: 'aborted' }
  /** Nothing changed. One or two sentences for the user. */
  | { readonly type: 'failed'; readonly why: string };

export interface CompactionRequest {
  readonly trigger: 'auto' | 'manual';
  readonly instructions?: string | undefined;
  readonly turnId: string;
  readonly signal: AbortSignal;
  /** The server has rejected the conversation as too long. */
  readonly overflowed?: boolean;
}

type CompactedCalls = Pick<AgentCalls, 'requestTools' | 'readFiles' | 'keepFiles'>;

/** How often a summary of the newest part alone is tried, each time with half the size. */
const SHORTER_TRIES = 3;

/** Compacts one agent's conversation, on request and automatically before a request that would not fit. Also a fold of the log. */
export class Compactor {
  readonly #services: AgentServices;
  readonly #calls: CompactedCalls;
  readonly #size: ContextSize;
  readonly #words: UserWords;
  readonly #pace: CompactionPace;

  constructor(services: AgentServices, calls: CompactedCalls) {
    const { agentId } = services.config.base.agent;
    this.#services = services;
    this.#calls = calls;
    this.#size = new ContextSize(agentId);
    this.#words = new UserWords(agentId);
    this.#pace = new CompactionPace(agentId);
  }

  apply(event: SessionEvent): void {
    this.#size.apply(event);
    this.#words.apply(event);
    this.#pace.apply(event);
  }

  /** Whether there is anything to compact on request. */
  get canCompact(): boolean {
    return keptFrom(this.#services.transcript, 0) !== undefined;
  }

  /** Context window in tokens, and the size that triggers automatic compaction; `null` when that is off. */
  get limits(): { readonly window: number; readonly compactsAt: number | null } {
    const window = this.#window();
    return { window, compactsAt: this.#automatic ? compactionThreshold(window, this.#maxOutput) : null };
  }

  /** Before a request: compacts when the request would not fit. If that fails, the request is made anyway. */
  async ahead(turnId: string, signal: AbortSignal): Promise<void> {
    const { compactsAt } = this.limits;
    if (compactsAt === null || this.#size.tokens < compactsAt || !this.#pace.mayTry) return;
    // The turn ends here anyway, with that reason.
    if (this.#overBudget !== undefined) return;
    await this.#unasked({ trigger: 'auto', turnId, signal });
  }

  /** After a request that the server rejected as too long. Resolves with whether a retry is worthwhile. */
  async afterOverflow(turnId: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#automatic || !this.#pace.mayTry) return false;
    return this.#unasked({ trigger: 'auto', turnId, signal, overflowed: true });
  }

  /**
   * Has the model write a summary; one event then replaces the older part of the conversation. A failure before that event leaves the
   * conversation unchanged. Appends no notice: the caller reports the result.
   */
  async compact(about: CompactionRequest): Promise<CompactionResult> {
    const { transcript, hooks: sessionHooks, compactionHooks, config } = this.#services;
    const { budgets, window } = this.#budgets(about);
    const from = keptFrom(transcript, budgets.tail);
    if (from === undefined) return { type: 'nothing_to_do' };
    const noMoney = this.#overBudget;
    if (noMoney !== undefined) return { type: 'failed', why: noMoney };
    const { trigger, instructions } = about;
    const hooks = compactionHooks ?? sessionHooks?.compactionOf(config.base.agent);
    const { refused } = (await hooks?.before({ trigger, instructions }, about.signal)) ?? {};
    if (refused !== undefined) return { type: 'failed', why: refused };
    if (about.signal.aborted) return { type: 'aborted' };

    const answer = await this.#summary(about, window, budgets);
    if (about.signal.aborted) return { type: 'aborted' };
    if (answer.type === 'overflow') return { type: 'failed', why: 'It is too long even for the request that would summarise it.' };
    if (answer.type !== 'summary') return answer;
    const summary = bounded(answer.text, budgets.summary);
    this.#replace(about, summary, from, budgets);
    await hooks?.after({ trigger, summary });
    return { type: 'compacted' };
  }

  async #unasked(about: CompactionRequest): Promise<boolean> {
    const result = await this.compact(about);
    if (result.type === 'failed') {
      this.#pace.failed();
      const text = `The conversation could not be compacted, so it continues as it is. ${result.why}`;
      this.#services.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    }
    return result.type === 'compacted';
  }

  #budgets({ trigger, overflowed }: CompactionRequest): { readonly budgets: CompactionBudgets; readonly window: number } {
    // The assumed window of an unknown model may be too large; the size that was just rejected bounds it.
    const window = overflowed ? Math.max(1, Math.min(this.#window(), this.#size.tokens)) : this.#window();
    return { budgets: compactionBudgets(window, this.#maxOutput, trigger === 'manual'), window };
  }

  /** First over the conversation as it stands, which is in the prompt cache; if that doesn't fit, over less and less of its newest part. */
  async #summary(about: CompactionRequest, window: number, budgets: CompactionBudgets): Promise<SummaryAnswer> {
    const services = this.#services;
    const { turnId, signal } = about;
    const whole = this.#request(about, budgets);
    const messages = toApiMessages(services.transcript);
    const ask = (request: ModelRequest) => askForSummary({ services, request, turnId, signal });
    const fits = !about.overflowed && this.#size.tokens + budgets.summary < window;
    let answer: SummaryAnswer = fits ? await ask(whole) : { type: 'overflow' };
    for (let tries = 1; answer.type === 'overflow' && tries <= SHORTER_TRIES && !signal.aborted; tries += 1) {
      const noMoney = this.#overBudget;
      if (noMoney !== undefined) return { type: 'failed', why: noMoney };
      const budget = window / 2 ** tries;
      // In a very small window, at most half goes to the answer.
      const text = flatConversation(messages, Math.floor(Math.max(budget - budgets.summary, budget / 2)));
      if (text === '') break;
      answer = await ask(asText(whole, `${text}\n\n${summaryPrompt(about.instructions)}`));
    }
    return answer;
  }

  #request({ instructions }: CompactionRequest, { summary }: CompactionBudgets): ModelRequest {
    const { transcript, thinking, config } = this.#services;
    // The tools of the next request, so that this one hits the same prompt cache.
    const { tools, referable } = this.#calls.requestTools;
    const request = buildRequest(transcript, {
      model: config.model(),
      maxTokens: summary,
      effort: config.effort(),
      tools,
      referable,
      thinking,
    });
    const prompt = { type: 'text' as const, text: summaryPrompt(instructions) };
    const last = request.messages.at(-1);
    if (last?.role !== 'user') return { ...request, messages: [...request.messages, { role: 'user', content: [prompt] }] };
    return { ...request, messages: [...request.messages.slice(0, -1), { role: 'user', content: [...last.content, prompt] }] };
  }

  #replace({ trigger, instructions }: CompactionRequest, summary: string, from: number, budgets: CompactionBudgets): void {
    const { transcript, append } = this.#services;
    const kept = transcript.entries.slice(from);
    const shown = shownFiles(kept);
    const keptIds = new Set(kept.map(({ id }) => id));
    const words = chooseWords(
      this.#words.all.filter(({ id }) => !keptIds.has(id)),
      budgets.words,
    );
    const now = this.#state;
    const content = compactedContent({ summary, words, state: { ...now, files: now.files.filter((path) => !shown.has(path)) } });
    const keptFromId = kept[0]?.id;
    const tokensAfter =
      this.#frameTokens + contentTokens(content) + kept.reduce((sum, entry) => sum + entryTokens(entry, transcript.results), 0);
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
    this.#calls.keepFiles(shown);
  }

  /** Replaces the conversation with `text` and the list of running work. */
  startAfresh({ text, summary }: FreshStart): void {
    const { running } = this.#state;
    const still = running.length === 0 ? '' : `\n\nStill at work:\n${running.map((line) => `- ${line}`).join('\n')}`;
    const content = [{ type: 'text' as const, text: `${text}${still}` }];
    const tokens = { tokensBefore: this.#size.tokens, tokensAfter: this.#frameTokens + contentTokens(content) };
    this.#services.append({
      type: 'conversation.compacted',
      data: { compactionId: randomUUID(), trigger: 'plan', content, summary, ...tokens },
    });
    this.#calls.keepFiles(new Set());
  }

  /** Tokens of what every request begins with: the system prompt and the tools. */
  get #frameTokens(): number {
    return estimateTokens(this.#services.transcript.system) + estimateTokens(JSON.stringify(this.#calls.requestTools.tools));
  }

  get #state(): CarriedState {
    const { base, running } = this.#services.config;
    const { todos, taskList, permission } = base.getAppState();
    return { todos, tasks: taskList.tasks, mode: permission.mode, files: this.#calls.readFiles, running: running?.() ?? [] };
  }

  get #overBudget(): string | undefined {
    const { overBudget, config } = this.#services;
    return overBudget(config.model());
  }

  get #automatic(): boolean {
    const { client, compaction } = this.#services;
    // A scripted client has no model to summarise with.
    return client.kind !== 'scripted' && compaction().enabled;
  }

  get #maxOutput(): number {
    return maxOutputTokens(this.#services.config.model(), this.#services.env);
  }

  #window(): number {
    const { config, compaction } = this.#services;
    return Math.min(contextWindow(config.model()), compaction().window ?? Number.POSITIVE_INFINITY);
  }
}

/**
 * Servers may exceed the output limit, and a summary that fills the window would not help. Estimates run high, so some excess is
 * allowed.
 */
function bounded(summary: string, tokens: number): string {
  const kept = cutToTokens(summary, 2 * tokens);
  return kept === summary ? summary : `${kept}\n${CUT_OFF}`;
}

function asText(request: ModelRequest, text: string): ModelRequest {
  return { ...request, system: [], tools: [], messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
}
