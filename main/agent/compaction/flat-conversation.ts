import type { ApiMessage, ApiToolResultBlock } from '#main/model/client.ts';
import { cutToTokens, estimateTokens } from './token-estimate.ts';

/** Of a result or an input, tokens at the beginning and at the end. */
const HEAD = 300;
const TAIL = 150;

/**
 * The conversation as one text of at most `tokens`, its newest part: for a summary of what no longer fits into a request. Long results
 * keep their beginning and end.
 */
export function flatConversation(messages: readonly ApiMessage[], tokens: number): string {
  const lines: string[] = [];
  let left = tokens;
  for (const line of messages.flatMap(linesOf).toReversed()) {
    const cost = estimateTokens(line) + 1;
    if (cost > left) {
      lines.push('[The part before this is left out.]');
      break;
    }
    lines.push(line);
    left -= cost;
  }
  return lines.toReversed().join('\n');
}

function linesOf(message: ApiMessage): string[] {
  if (message.role === 'assistant') {
    return message.content.flatMap((block) => {
      if (block.type === 'text' && typeof block.text === 'string') return [`ASSISTANT: ${block.text}`];
      if (block.type === 'tool_use') return [`CALL ${String(block.name)}: ${shortened(JSON.stringify(block.input))}`];
      return [];
    });
  }
  return message.content.map((block) => {
    if (block.type === 'text') return `USER: ${shortened(block.text)}`;
    if (block.type === 'image') return 'USER: [an image]';
    const { content } = block;
    const text = typeof content === 'string' ? content : content.map(wordsOf).join('\n');
    return `RESULT: ${shortened(text)}`;
  });
}

function wordsOf(part: Exclude<ApiToolResultBlock['content'], string>[number]): string {
  if (part.type === 'text') return part.text;
  return part.type === 'image' ? '[an image]' : `[the tool ${part.tool_name}]`;
}

function shortened(text: string): string {
  if (estimateTokens(text) <= HEAD + TAIL) return text;
  const head = cutToTokens(text, HEAD);
  const tail = text.slice(-TAIL * 3).toWellFormed();
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
