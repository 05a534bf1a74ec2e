import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ApiMessage, ModelRequest } from '#main/model/client.ts';
import { thinkingParam, type ThinkingParam, type ThinkingRefusal } from '#main/model/thinking.ts';
import { isThought } from './blocks.ts';
import type { Transcript } from './transcript.ts';

/** Records which thinking features servers have rejected in this session, and adapts later requests. Shared by all agents. */
export class ThinkingMemory {
  readonly #env: NodeJS.ProcessEnv;
  /** Models for which thinking is no longer requested. */
  readonly #unasked = new Set<string>();
  /** Models for which no effort is requested any more. */
  readonly #withoutEffort = new Set<string>();
  /** Ids of answers whose thinking blocks a server rejected. */
  readonly #forgotten = new Set<string>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /**
   * Whether the thinking blocks of this answer are sent to `model`: only to the model that produced them, and only while they are
   * accepted.
   */
  keepsThoughts(answerId: string, answeredBy: string | undefined, model: string): boolean {
    return (answeredBy === undefined || answeredBy === model) && !this.#forgotten.has(answerId);
  }

  paramFor(model: string, maxTokens: number, messages: readonly ApiMessage[]): ThinkingParam | undefined {
    if (this.#unasked.has(model)) return undefined;
    const param = thinkingParam(model, maxTokens, this.#env);
    // Thinking can't be enabled in the middle of a turn: the answer being continued must start with a thinking block.
    return param?.type === 'enabled' && goesOnWithoutThought(messages) ? undefined : param;
  }

  takesEffort(model: string): boolean {
    return !this.#withoutEffort.has(model);
  }

  /** Handles a request rejected over thinking or effort. @returns notices to show when the next request will differ; empty when it won't. */
  refused(refusal: ThinkingRefusal, { model, thinking, effort, messages }: ModelRequest, transcript: Transcript): NewSessionEvent[] {
    if (refusal === 'parameter') {
      if (!thinking) return [];
      this.#unasked.add(model);
      return [notice(`The server doesn’t accept the thinking setting for “${model}”, so it is left out for the rest of this session.`)];
    }
    if (refusal === 'effort') {
      if (!effort) return [];
      this.#withoutEffort.add(model);
      return [notice(`The server doesn’t accept the effort “${effort}” for “${model}”, so it is left out for the rest of this session.`)];
    }
    if (!messages.some(({ role, content }) => role === 'assistant' && content.some(isThought))) return [];
    for (const entry of transcript.entries) if (entry.role === 'assistant') this.#forgotten.add(entry.id);
    return [notice('The server doesn’t accept the model’s earlier thinking, which may be tied to another key or server. It is left out.')];
  }
}

function goesOnWithoutThought(messages: readonly ApiMessage[]): boolean {
  const before = messages.at(-2);
  const goesOn = messages.at(-1)?.content.some(({ type }) => type === 'tool_result') ?? false;
  const first = before?.role === 'assistant' ? before.content[0] : undefined;
  return goesOn && first !== undefined && !isThought(first);
}

function notice(text: string): NewSessionEvent {
  return { type: 'notice', data: { level: 'info', text, action: 'none' } };
}
