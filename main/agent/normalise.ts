import { textBlockSchema, toolUseBlockSchema, type AssistantBlock } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/event.ts';
import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';
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
      addUser(messages, entry.content.filter(isSendable));
      continue;
    }
    const blocks = withoutDanglingThoughts(entry.blocks.filter(isSendable));
    if (blocks.length === 0) continue;
    addAssistant(messages, blocks);
    addUser(
      messages,
      blocks.flatMap((block) => {
        const toolUse = toolUseBlockSchema.safeParse(block);
        return toolUse.success ? [toResult(toolUse.data.id, transcript.results.get(toolUse.data.id))] : [];
      }),
    );
  }
  return messages;
}

export function callOutcomes(transcript: Transcript): ReadonlyMap<string, CallOutcome> {
  return new Map([...transcript.results].map(([callId, { outcome }]) => [callId, outcome]));
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

/** An API refuses text blocks without text. */
function isSendable(block: AssistantBlock): boolean {
  const text = textBlockSchema.safeParse(block);
  return !text.success || text.data.text.trim() !== '';
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
  const content = typeof result.content === 'string' ? result.content : result.content.filter(isSendable);
  return { type: 'tool_result', tool_use_id: callId, content, ...(result.isError && { is_error: true }) };
}
