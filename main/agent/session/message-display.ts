import { textBlockSchema } from '#shared/session/content.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookRunner } from '#main/hooks/hook-runner.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';

/** Messages that wait for their hooks; further ones are shown as they are, so that slow hooks fall behind no further. */
const MAX_WAITING = 20;
/** Longer texts are shown as they are, without asking. */
const MAX_TEXT_CHARS = 250_000;

interface MessageDisplayOptions {
  readonly runner: HookRunner;
  readonly append: (event: NewSessionEvent) => void;
  readonly turnId: () => string | undefined;
  readonly ask: (event: HookEvent, about: { readonly fields: Readonly<Record<string, unknown>> }) => Promise<HookVerdict>;
}

interface TextBlock {
  /** Among the blocks of the message. */
  readonly index: number;
  readonly text: string;
}

/**
 * Calls MessageDisplay hooks with each text of the main agent's messages, once a message is complete. What they answer is shown instead; the
 * log and the model keep the original. Work doesn't wait for them.
 */
export class MessageDisplay {
  readonly #options: MessageDisplayOptions;
  readonly #blocks = new Map<string, TextBlock[]>();
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(options: MessageDisplayOptions) {
    this.#options = options;
  }

  /** Follows the session's log. */
  heard(event: SessionEvent): void {
    if (event.agentId !== undefined) return;
    if (event.type === 'assistant.block') {
      const { messageId, index, block } = event.data;
      const { data: text } = textBlockSchema.safeParse(block);
      if (text && text.text !== '' && this.#options.runner.has('MessageDisplay'))
        this.#blocks.set(messageId, [...(this.#blocks.get(messageId) ?? []), { index, text: text.text }]);
    } else if (event.type === 'request.ended') {
      // The id of a message is that of its request.
      const { requestId, outcome } = event.data;
      const texts = this.#blocks.get(requestId) ?? [];
      this.#blocks.delete(requestId);
      if (outcome !== 'discarded') this.#show(requestId, texts);
    }
  }

  #show(messageId: string, texts: readonly TextBlock[]): void {
    if (texts.length === 0 || this.#waiting >= MAX_WAITING) return;
    const turnId = this.#options.turnId();
    this.#waiting += 1;
    // One after the other, so that hooks see messages in order.
    this.#last = this.#last
      .then(() => this.#ask(messageId, turnId, texts))
      // It rejects only when the session can't be written, which halts the session.
      .catch(() => undefined)
      .finally(() => (this.#waiting -= 1));
  }

  async #ask(messageId: string, turnId: string | undefined, texts: readonly TextBlock[]): Promise<void> {
    const { ask, append } = this.#options;
    for (const [count, { index, text }] of texts.entries()) {
      if (text.length > MAX_TEXT_CHARS) continue;
      const { gives, givenBy } = await ask('MessageDisplay', {
        fields: { turn_id: turnId, message_id: messageId, index: count, final: count === texts.length - 1, delta: text },
      });
      const { displayContent } = gives;
      if (displayContent !== undefined && displayContent !== text)
        append({ type: 'message.displayed', data: { messageId, index, text: displayContent.toWellFormed(), by: givenBy ?? '' } });
    }
  }
}
