import type { AgentConversation, AgentItem } from '#shared/contract/commands/agent-commands.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import type { ConversationItem } from '#shared/session/view.ts';

const MAX_ITEM_CHARS = 20_000;
/** Maximum characters of all items together; older items are counted as earlier. */
const MAX_CHARS = 500_000;

/**
 * The end of a sub-agent's conversation, folded from the session's log like the main agent's.
 * @throws AppError `not_found` when the session has no such agent.
 */
export function agentConversation(events: readonly SessionEvent[], agentId: string, last: number): AgentConversation {
  const own = events.filter((event) => event.agentId === agentId);
  if (own.length === 0) throw new AppError('not_found', `This session has no agent ${agentId}.`);
  const all = foldSession(own.map(({ agentId: _agentId, ...event }) => event)).items.flatMap(itemOf);
  const items: AgentItem[] = [];
  let chars = 0;
  for (const item of all.slice(-last).toReversed()) {
    chars += 'text' in item ? item.text.length : 0;
    if (chars > MAX_CHARS) break;
    items.unshift(item);
  }
  return { earlier: all.length - items.length, items };
}

function itemOf(item: ConversationItem): AgentItem[] {
  const { id, at } = item;
  switch (item.type) {
    case 'user':
      return [{ type: 'message', id, at, text: bounded(item.text), origin: item.origin }];
    case 'text':
    case 'thinking':
      return [{ type: item.type, id, at, text: bounded(item.text) }];
    case 'call':
      return [{ type: 'call', id, at, callId: item.callId }];
    case 'notice':
      return [{ type: 'notice', id, at, text: bounded(item.text), level: item.level }];
    case 'compacted':
      return [{ type: 'notice', id, at, text: bounded(`Its conversation was compacted to: ${item.summary}`), level: 'info' }];
    case 'attachment':
      return [{ type: 'notice', id, at, text: bounded(`Attached: ${item.name}, ${item.note}`), level: 'info' }];
    case 'rewound':
      return item.items.flatMap(itemOf);
  }
}

function bounded(text: string): string {
  if (text.length <= MAX_ITEM_CHARS) return text;
  return `${text.slice(0, MAX_ITEM_CHARS).toWellFormed()}\n[${text.length - MAX_ITEM_CHARS} more characters]`;
}
