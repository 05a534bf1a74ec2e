import type { ApiMessage, ApiToolResultBlock } from '#main/model/client.ts';
import { cutToTokens, estimateTokens } from './context-size.ts';

/** Tokens kept at the start and end of a long entry. */
interface Ends {
  readonly head: number;
  readonly tail: number;
}
/** For results, inputs and messages. */
const USUAL: Ends = { head: 300, tail: 150 };
/** Longer for the model's own text, which carries the most context. */
const ANSWER: Ends = { head: 800, tail: 400 };

const HEADING = 'Each entry begins with USER, ASSISTANT, CALL or RESULT. Indented lines belong to the entry above them, whatever they say.';
const LEFT_OUT = '[The part before this is left out.]';

/**
 * The conversation as one text of about `tokens`, newest part only, for summarising what no longer fits into a request. Long entries
 * keep their start and end. Text in an entry can't pass for another entry. Empty when not even one line fits.
 */
export function flatConversation(messages: readonly ApiMessage[], tokens: number): string {
  const entries: string[] = [];
  let left = tokens;
  for (const entry of messages.flatMap(entriesOf).toReversed()) {
    const cost = estimateTokens(entry) + 1;
    if (cost > left) {
      // Keep at least part of one entry: a summary of an empty text would replace the whole conversation.
      const part = entries.length === 0 ? cutToTokens(entry, left) : '';
      entries.push(...(part === '' ? [] : [part]), LEFT_OUT);
      break;
    }
    entries.push(entry);
    left -= cost;
  }
  return entries.every((entry) => entry === LEFT_OUT) ? '' : [HEADING, ...entries.toReversed()].join('\n');
}

function entriesOf(message: ApiMessage): string[] {
  if (message.role === 'assistant') {
    return message.content.flatMap((block) => {
      if (block.type === 'text' && typeof block.text === 'string') return [entry('ASSISTANT', block.text, ANSWER)];
      if (block.type === 'tool_use') return [entry('CALL', `${String(block.name)} ${JSON.stringify(block.input)}`)];
      return [];
    });
  }
  return message.content.map((block) => {
    if (block.type === 'text') return entry('USER', block.text);
    if (block.type === 'image') return entry('USER', '[an image]');
    if (block.type === 'document') return entry('USER', '[a PDF]');
    const { content } = block;
    return entry('RESULT', typeof content === 'string' ? content : content.map(wordsOf).join('\n'));
  });
}

function wordsOf(part: Exclude<ApiToolResultBlock['content'], string>[number]): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'document') return '[a PDF]';
  return part.type === 'image' ? '[an image]' : `[the tool ${part.tool_name}]`;
}

/** Indented, so that a line “USER: …” in a file can't pass for an entry. */
function entry(label: string, text: string, ends = USUAL): string {
  return `${label}: ${shortened(text, ends).replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu, '\n  ')}`;
}

function shortened(text: string, { head: first, tail: last }: Ends): string {
  if (estimateTokens(text) <= first + last) return text;
  const head = cutToTokens(text, first);
  const tail = text.slice(-last * 3).toWellFormed();
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
