import { toolUseBlockSchema, textBlockSchema } from '#shared/session/content.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import type { AskModel, ModelQuestion } from '#main/permission/classifier/question.ts';
import { StreamAssembler } from './turn/stream-assembler.ts';

/** A verdict takes a few lines; a longer stream is aborted. */
const MAX_STREAMED_CHARS = 200_000;

/** The agent whose calls are judged. Its model is asked and its budget is charged. */
export interface ClassifierPayer {
  /** Model of the agent at the time of asking. */
  readonly model: () => string;
  /** Why the budget allows no further request; `undefined` when it does. */
  readonly overBudget: () => string | undefined;
  readonly append: (event: NewSessionEvent) => void;
}

/**
 * Asks the classifier's questions with the session's client and model: one request, no retry, no tools. Resolves with the text of the
 * answer, without thinking.
 * @throws when the answer is cut off or contains anything but text, and when the budget is used up.
 */
export function classifierAsker(client: ModelClient, { model, overBudget, append }: ClassifierPayer): AskModel {
  return async (question, signal) => {
    const noMoney = overBudget();
    if (noMoney !== undefined) throw new Error(noMoney);
    const request = requestFor(question, model());
    const texts: string[] = [];
    let streamed = 0;
    const assembler = new StreamAssembler(
      {
        delta: (_index, _kind, _offset, text) => {
          streamed += text.length;
          if (streamed > MAX_STREAMED_CHARS) throw new Error('the answer was much too long');
        },
        block: (_index, block) => {
          if (toolUseBlockSchema.safeParse(block).success) throw new Error('the answer was a call, not words');
          const text = textBlockSchema.safeParse(block);
          if (text.success) texts.push(text.data.text);
        },
      },
      new Set(),
      request.maxTokens,
    );
    try {
      for await (const event of client.stream(request, signal)) assembler.take(event);
    } finally {
      // Logged before the answer is checked: it costs the same either way.
      append({
        type: 'classifier.asked',
        data: {
          model: request.model,
          stage: question.stage,
          usage: assembler.usage,
          ...(client.kind === 'scripted' && { isScripted: true }),
        },
      });
    }
    if (assembler.stopReason !== 'end_turn') throw new Error(`the answer was not whole (${assembler.stopReason ?? 'no stop reason'})`);
    return texts.join('');
  };
}

function requestFor({ stage, system, prompt, maxTokens, about }: ModelQuestion, model: string): ModelRequest {
  return {
    model,
    maxTokens,
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
    callOutcomes: new Map(),
    classifier: { stage, ...about },
  };
}
