import type { ClassifierHistoryEntry } from '#main/permission/classifier/question.ts';
import type { UserContent } from '#shared/session/content.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { isToolUse } from './blocks.ts';

/** Messages that a person typed; others are written by tools or by the app. */
const TYPED: ReadonlySet<string> = new Set(['prompt', 'queued', 'feedback']);

type Kept = { readonly requestId?: string; readonly entry: ClassifierHistoryEntry };

/** What the classifier may know of one agent's conversation: a fold of the log. No results of tools, nothing the model said. */
export class ClassifierHistory {
  readonly #agentId: string | undefined;
  #kept: Kept[] = [];

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get entries(): ClassifierHistoryEntry[] {
    return this.#kept.map(({ entry }) => entry);
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'user.message':
        if (TYPED.has(event.data.origin) && event.data.visibility !== 'window') this.#say(textOf(event.data.content));
        return;
      case 'call.answered': {
        const { answer, by } = event.data;
        if (by === 'person' && answer.type === 'deny') this.#say(answer.message ?? '');
        return;
      }
      case 'assistant.block': {
        const { block, requestId } = event.data;
        if (isToolUse(block))
          this.#kept.push({ requestId, entry: { type: 'call', callId: block.id, toolName: block.name, input: block.input } });
        return;
      }
      case 'request.ended':
        if (event.data.outcome === 'discarded') this.#kept = this.#kept.filter(({ requestId }) => requestId !== event.data.requestId);
        return;
      case 'call.finished':
        this.#settle(event.data.callId, event.data.outcome);
        return;
      default:
        return;
    }
  }

  #say(text: string): void {
    if (text.trim() !== '') this.#kept.push({ entry: { type: 'user', text } });
  }

  #settle(callId: string, outcome: string): void {
    const at = this.#kept.findLastIndex(({ entry }) => entry.type === 'call' && entry.callId === callId);
    const kept = this.#kept[at];
    if (kept?.entry.type === 'call') this.#kept[at] = { ...kept, entry: { ...kept.entry, outcome } };
  }
}

function textOf(content: UserContent): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
