import type { ConversationItem } from './view.ts';

export type UserItem = Extract<ConversationItem, { type: 'user' }>;

/** Origins of messages that start a turn, or are taken up during one. */
const STARTS: ReadonlySet<string> = new Set(['prompt', 'queued', 'scheduled']);

/** Of messages that a person wrote. */
const OWN: ReadonlySet<string> = new Set(['prompt', 'queued']);

/** Whether a part of the conversation is a message that the person wrote. */
export function isOwnMessage(item: ConversationItem): item is UserItem {
  return item.type === 'user' && OWN.has(item.origin);
}

/** Whether a part of the conversation is a message that the agent works on from then on. */
export function startsTurn(item: ConversationItem): item is UserItem {
  return item.type === 'user' && STARTS.has(item.origin);
}
