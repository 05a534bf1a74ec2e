import type { AssistantBlock, ToolUseBlock } from '#shared/session/content.ts';

/** Plain checks instead of a schema: every request looks at every block of the session, and the log has parsed them already. */
export function isToolUse(block: AssistantBlock): block is ToolUseBlock {
  return (
    block.type === 'tool_use' &&
    typeof block['id'] === 'string' &&
    typeof block['name'] === 'string' &&
    typeof block['input'] === 'object' &&
    block['input'] !== null
  );
}

/** An API refuses text blocks without text. */
export function isBlankText(block: AssistantBlock): boolean {
  return block.type === 'text' && typeof block['text'] === 'string' && block['text'].trim() === '';
}

/** Thoughts stay whole and in order, or go altogether. */
export function isThought(block: { readonly type: string }): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
