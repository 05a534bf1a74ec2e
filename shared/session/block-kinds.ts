import { isRecord } from '#shared/is-record.ts';
import type { AssistantBlock, TextBlock, ThinkingBlock, ToolUseBlock } from './content.ts';

// The same checks as the schemas of content.ts, without zod: the window folds events and excludes the schemas from its first script. A
// block of a known kind that lacks its fields is kept as one of an unknown kind.

export function isTextBlock(block: AssistantBlock): block is TextBlock {
  return block.type === 'text' && typeof block['text'] === 'string';
}

export function isThinkingBlock(block: AssistantBlock): block is ThinkingBlock {
  const { type, thinking, signature } = block;
  return type === 'thinking' && typeof thinking === 'string' && (signature === undefined || typeof signature === 'string');
}

export function isToolUseBlock(block: AssistantBlock): block is ToolUseBlock {
  const { type, id, name, input } = block;
  return type === 'tool_use' && typeof id === 'string' && id !== '' && typeof name === 'string' && isRecord(input);
}
