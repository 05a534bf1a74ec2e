import { textBlockSchema, toolUseBlockSchema, type AssistantBlock, type ToolUseBlock, type Usage } from '#shared/session/content.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';

export interface PermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** A message as `stream-json` prints it: one assistant block, or one tool result, each. */
export type StreamedMessage =
  | { readonly role: 'assistant'; readonly id: string; readonly content: readonly [AssistantBlock] }
  | {
      readonly role: 'user';
      readonly content: readonly [
        {
          readonly type: 'tool_result';
          readonly tool_use_id: string;
          readonly content: EventBody<'call.finished'>['content'];
          readonly is_error: boolean;
        },
      ];
    };

/**
 * What a headless run tells about itself: a fold of its events. Tool results come out in `tool_use` order, whatever order
 * the calls finished in.
 */
export class RunReport {
  #calls = new Map<string, ToolUseBlock>();
  #order: string[] = [];
  #finished = new Map<string, EventBody<'call.finished'>>();
  #lastMessageId = '';
  #lastText = '';
  #usage: Usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  requests = 0;
  readonly denials: PermissionDenial[] = [];

  /** Text of the last assistant message. */
  get result(): string {
    return this.#lastText;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Takes one event in; returns the messages that are now due. */
  take(event: SessionEvent): StreamedMessage[] {
    switch (event.type) {
      case 'assistant.block':
        this.#addBlock(event.data);
        return [{ role: 'assistant', id: event.data.messageId, content: [event.data.block] }];
      case 'request.ended':
        this.requests += event.data.outcome === 'ok' ? 1 : 0;
        this.#addUsage(event.data.usage);
        return [];
      case 'call.finished':
        this.#finished.set(event.data.callId, event.data);
        this.#noteDenial(event.data);
        return this.#dueResults();
      default:
        return [];
    }
  }

  #addBlock({ messageId, block }: EventBody<'assistant.block'>): void {
    if (messageId !== this.#lastMessageId) this.#lastText = '';
    this.#lastMessageId = messageId;
    const text = textBlockSchema.safeParse(block);
    if (text.success) this.#lastText += text.data.text;
    const toolUse = toolUseBlockSchema.safeParse(block);
    if (!toolUse.success) return;
    this.#calls.set(toolUse.data.id, toolUse.data);
    this.#order.push(toolUse.data.id);
  }

  #addUsage(usage: Usage | null): void {
    if (!usage) return;
    this.#usage = {
      input_tokens: this.#usage.input_tokens + usage.input_tokens,
      output_tokens: this.#usage.output_tokens + usage.output_tokens,
      cache_creation_input_tokens: this.#usage.cache_creation_input_tokens + usage.cache_creation_input_tokens,
      cache_read_input_tokens: this.#usage.cache_read_input_tokens + usage.cache_read_input_tokens,
    };
  }

  #noteDenial({ callId, outcome }: EventBody<'call.finished'>): void {
    const call = this.#calls.get(callId);
    if (outcome === 'denied' && call) this.denials.push({ tool_name: call.name, tool_use_id: callId, tool_input: call.input });
  }

  #dueResults(): StreamedMessage[] {
    const due: StreamedMessage[] = [];
    for (let id = this.#order[0]; id !== undefined; id = this.#order[0]) {
      const finished = this.#finished.get(id);
      if (!finished) break;
      this.#order.shift();
      this.#finished.delete(id);
      due.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: finished.content, is_error: finished.isError }],
      });
    }
    return due;
  }
}
