import type { AssistantBlock, ToolUseBlock } from '#shared/session/content.ts';

/** Plain checks instead of a schema: the log has already parsed these blocks, and every request visits all of them. */
export function isToolUse(block: AssistantBlock): block is ToolUseBlock {
  return (
    block.type === 'tool_use' &&
    typeof block['id'] === 'string' &&
    typeof block['name'] === 'string' &&
    typeof block['input'] === 'object' &&
    block['input'] !== null
  );
}

/** APIs reject text blocks without text. */
export function isBlankText(block: AssistantBlock): boolean {
  return block.type === 'text' && typeof block['text'] === 'string' && block['text'].trim() === '';
}

/** Thinking blocks stay unchanged and in order, or are removed altogether. */
export function isThought(block: { readonly type: string }): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
