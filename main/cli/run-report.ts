import { textBlockSchema, toolUseBlockSchema, type AssistantBlock, type ToolUseBlock, type Usage } from '#shared/session/content.ts';
import { NO_SPENDING, spendingAfter, spentTokens, spentUsd, type Spending } from '#shared/session/spending.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';

export interface PermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** A message as `stream-json` prints it: one assistant block or one tool result. */
export type StreamedMessage =
  | {
      readonly role: 'assistant';
      readonly id: string;
      readonly parentCallId?: string | undefined;
      readonly content: readonly [AssistantBlock];
    }
  | {
      readonly role: 'user';
      /** The Agent call that runs the sub-agent it comes from. */
      readonly parentCallId?: string | undefined;
      readonly mcpMeta?: EventBody<'call.finished'>['mcpMeta'];
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
 * What a headless run reports about itself, folded from its events. Tool results are emitted in `tool_use` order, whatever order the calls
 * finished in.
 */
export class RunReport {
  #calls = new Map<string, ToolUseBlock>();
  /** Calls whose results have not been emitted, in order, by agent; `''` is the main one. */
  readonly #order = new Map<string, string[]>();
  /** The Agent call of each sub-agent. */
  readonly #agents = new Map<string, string>();
  #spending: Spending = NO_SPENDING;
  #finished = new Map<string, EventBody<'call.finished'>>();
  #lastMessageId = '';
  #lastText = '';
  readonly #summaries = new Set<string>();
  /** Main agent responses, without compaction summaries. */
  requests = 0;
  readonly denials: PermissionDenial[] = [];
  /** The call that a hook deferred: the run ended with it. */
  deferred: ToolUseBlock | undefined;

  /** Text of the last assistant message. */
  get result(): string {
    return this.#lastText;
  }

  get usage(): Usage {
    return spentTokens(this.#spending);
  }

  /** US dollars, including requests of sub-agents and of the classifier. */
  get costUsd(): number {
    return spentUsd(this.#spending);
  }

  /** Adds one event; returns the messages that are now due. */
  take(event: SessionEvent): StreamedMessage[] {
    this.#spending = spendingAfter(this.#spending, event);
    switch (event.type) {
      case 'agent.started':
        if (event.agentId !== undefined) this.#agents.set(event.agentId, event.data.parentCallId);
        return [];
      case 'assistant.block':
        this.#addBlock(event.data, event.agentId);
        return [{ role: 'assistant', id: event.data.messageId, ...this.#under(event.agentId), content: [event.data.block] }];
      case 'request.started':
        if (event.data.purpose === 'compaction') this.#summaries.add(event.data.requestId);
        return [];
      case 'request.ended':
        if (event.data.outcome === 'ok' && event.agentId === undefined && !this.#summaries.has(event.data.requestId)) this.requests += 1;
        return [];
      case 'call.finished':
        this.#finished.set(event.data.callId, event.data);
        this.#noteDenial(event.data);
        return this.#dueResults(event.agentId);
      default:
        return [];
    }
  }

  #addBlock({ messageId, block }: EventBody<'assistant.block'>, agentId: string | undefined): void {
    if (agentId === undefined) this.#addText(messageId, block);
    const toolUse = toolUseBlockSchema.safeParse(block);
    if (!toolUse.success) return;
    this.#calls.set(toolUse.data.id, toolUse.data);
    this.#order.set(agentId ?? '', [...(this.#order.get(agentId ?? '') ?? []), toolUse.data.id]);
  }

  #addText(messageId: string, block: AssistantBlock): void {
    if (messageId !== this.#lastMessageId) this.#lastText = '';
    this.#lastMessageId = messageId;
    const text = textBlockSchema.safeParse(block);
    if (text.success) this.#lastText += text.data.text;
  }

  #under(agentId: string | undefined): { parentCallId?: string | undefined } {
    return agentId === undefined ? {} : { parentCallId: this.#agents.get(agentId) };
  }

  #noteDenial({ callId, outcome, errorKind }: EventBody<'call.finished'>): void {
    const call = this.#calls.get(callId);
    if (errorKind === 'deferred') this.deferred = call;
    if (outcome === 'denied' && call) this.denials.push({ tool_name: call.name, tool_use_id: callId, tool_input: call.input });
  }

  #dueResults(agentId: string | undefined): StreamedMessage[] {
    const due: StreamedMessage[] = [];
    const order = this.#order.get(agentId ?? '') ?? [];
    for (let id = order[0]; id !== undefined; id = order[0]) {
      const finished = this.#finished.get(id);
      if (!finished) break;
      order.shift();
      this.#finished.delete(id);
      due.push({
        role: 'user',
        ...this.#under(agentId),
        ...(finished.mcpMeta && { mcpMeta: finished.mcpMeta }),
        content: [{ type: 'tool_result', tool_use_id: id, content: finished.content, is_error: finished.isError }],
      });
    }
    return due;
  }
}
