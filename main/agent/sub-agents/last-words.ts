import { textBlockSchema } from '#shared/session/content.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** Text of the agent's last message that contains any; empty when there is none. */
export function lastWords(events: readonly SessionEvent[], agentId: string): string {
  let messageId: string | undefined;
  const texts: string[] = [];
  for (const event of events.toReversed()) {
    if (event.agentId !== agentId || event.type !== 'assistant.block') continue;
    if (messageId !== undefined && event.data.messageId !== messageId) break;
    const text = textBlockSchema.safeParse(event.data.block);
    if (!text.success || text.data.text.trim() === '') continue;
    messageId = event.data.messageId;
    texts.unshift(text.data.text);
  }
  return texts.join('\n\n');
}
