import type { AssistantBlock } from '#shared/session/content.ts';
import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';
import { isBlankText, isToolUse } from './blocks.ts';
import type { StoredResult, Transcript } from './transcript.ts';

/**
 * The one step from the log to what a Messages API takes (SPEC A0). Pure. Assistant blocks stay as they came, except those an
 * API refuses (blank text, a dangling thought). Each `tool_use` gets exactly one `tool_result`, in order, at the front of the user
 * message that follows; neighbours of one role become one message.
 */
export function toApiMessages(transcript: Transcript): ApiMessage[] {
  const messages: ApiMessage[] = [];
  for (const entry of transcript.entries) {
    if (entry.role === 'user') {
      addUser(
        messages,
        entry.content.filter((block) => !isBlankText(block)),
      );
      continue;
    }
    const blocks = withoutDanglingThoughts(entry.blocks.filter((block) => !isBlankText(block)));
    if (blocks.length === 0) continue;
    addAssistant(messages, blocks);
    addUser(
      messages,
      blocks.filter(isToolUse).map(({ id }) => toResult(id, transcript.results.get(id))),
    );
  }
  return messages;
}

function addUser(messages: ApiMessage[], content: readonly ApiUserBlock[]): void {
  if (content.length === 0) return;
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', content: [...last.content, ...content] };
  else messages.push({ role: 'user', content });
}

function addAssistant(messages: ApiMessage[], content: readonly AssistantBlock[]): void {
  const last = messages.at(-1);
  if (last?.role === 'assistant') messages[messages.length - 1] = { role: 'assistant', content: [...last.content, ...content] };
  else messages.push({ role: 'assistant', content });
}

/** A message may not end in a thought: one that was cut off there loses it. */
function withoutDanglingThoughts(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const end = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  return blocks.slice(0, end + 1);
}

function toResult(callId: string, result: StoredResult | undefined): ApiToolResultBlock {
  // Can't happen while the loop runs; a log that lost its end must still make a valid conversation.
  if (!result)
    return {
      type: 'tool_result',
      tool_use_id: callId,
      content: 'The result of this call is missing. It may have had effects.',
      is_error: true,
    };
  const content = typeof result.content === 'string' ? result.content : result.content.filter((block) => !isBlankText(block));
  return { type: 'tool_result', tool_use_id: callId, content, ...(result.isError && { is_error: true }) };
}
