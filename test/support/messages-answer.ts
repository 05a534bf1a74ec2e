import type { RequestBody } from './messages-server.ts';

export interface AnswerUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_read_input_tokens?: number;
}

/**
 * A block of an answer. `rawInput` is sent unchanged, valid JSON or not; the stream waits for `until` before the block, and for each promise in
 * `pieces`, which are the input's JSON.
 */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string; readonly until?: Promise<unknown> }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string; readonly until?: Promise<unknown> }
  | { readonly type: 'redacted_thinking'; readonly data: string; readonly until?: Promise<unknown> }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input?: Readonly<Record<string, unknown>>;
      readonly rawInput?: string;
      readonly pieces?: readonly (string | Promise<unknown>)[];
      readonly until?: Promise<unknown>;
    };

interface Timing {
  /** Before the status line, in milliseconds. */
  readonly firstByteMs?: number;
  /** After each event. */
  readonly pauseMs?: number;
}

/** A streamed message. `after`: what follows the last block instead of a regular end. */
export interface MessageAnswer extends Timing {
  readonly blocks: readonly AnswerBlock[];
  readonly stopReason?: string;
  readonly usage?: AnswerUsage;
  readonly after?: 'cut' | 'stall' | 'end' | { readonly raw: string };
  /** The stream waits for this before its last two events. */
  readonly until?: Promise<unknown>;
  /** Sent without streaming even when a stream was requested. */
  readonly whole?: boolean;
  /** Leaves the last block open: started and filled, never stopped. */
  readonly openLast?: boolean;
}

export interface ErrorAnswer extends Timing {
  readonly status: number;
  readonly error: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Raw bytes with status 200 and the event-stream type. */
export interface RawAnswer extends Timing {
  readonly raw: string;
  /** The connection breaks off after it. */
  readonly cut?: boolean;
  /** Nothing follows and the connection stays open. */
  readonly stall?: boolean;
}

export type FixedAnswer = MessageAnswer | ErrorAnswer | RawAnswer;
export type Answer = FixedAnswer | ((body: RequestBody) => FixedAnswer);

export type SsePart = string | { readonly until: Promise<unknown> } | { readonly then: 'cut' | 'stall' };

export function text(content: string): AnswerBlock {
  return { type: 'text', text: content };
}

export function toolUse(id: string, name: string, input: Readonly<Record<string, unknown>>): AnswerBlock {
  return { type: 'tool_use', id, name, input };
}

/** The answer as a request without `stream` gets it. */
export function wholeOf({ blocks, stopReason, usage }: MessageAnswer): object {
  const calls = blocks.some(({ type }) => type === 'tool_use');
  return {
    id: 'msg_test',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: blocks.map(({ until: _until, ...block }) => block),
    stop_reason: stopReason ?? (calls ? 'tool_use' : 'end_turn'),
    usage: { input_tokens: 10, output_tokens: 5, ...usage },
  };
}

/** The stream of an answer, event by event. */
export function* sseOf(answer: MessageAnswer | RawAnswer): Generator<SsePart> {
  if ('raw' in answer) {
    yield answer.raw;
    if (answer.cut) yield { then: 'cut' };
    if (answer.stall) yield { then: 'stall' };
    return;
  }
  const { input_tokens = 10, output_tokens = 5, ...cached } = answer.usage ?? {};
  yield event({
    type: 'message_start',
    message: {
      id: 'msg_test',
      type: 'message',
      role: 'assistant',
      model: 'test',
      content: [],
      stop_reason: null,
      usage: { input_tokens, output_tokens: 1, ...cached },
    },
  });
  yield event({ type: 'ping' });
  for (const [index, block] of answer.blocks.entries()) {
    if (block.until) yield { until: block.until };
    yield* blockEvents(block, index, answer.openLast === true && index === answer.blocks.length - 1);
  }
  if (answer.until) yield { until: answer.until };
  if (answer.after === 'cut' || answer.after === 'stall') yield { then: answer.after };
  if (typeof answer.after === 'object') yield answer.after.raw;
  if (answer.after !== undefined) return;
  const calls = answer.blocks.some(({ type }) => type === 'tool_use');
  yield event({
    type: 'message_delta',
    delta: { stop_reason: answer.stopReason ?? (calls ? 'tool_use' : 'end_turn'), stop_sequence: null },
    usage: { output_tokens },
  });
  yield event({ type: 'message_stop' });
}

function* blockEvents(block: AnswerBlock, index: number, open: boolean): Generator<SsePart> {
  switch (block.type) {
    case 'text':
      yield event({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } });
      for (const part of halves(block.text)) yield event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } });
      break;
    case 'thinking':
      yield event({ type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } });
      for (const part of halves(block.thinking))
        yield event({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: part } });
      yield event({ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: block.signature } });
      break;
    case 'redacted_thinking':
      yield event({ type: 'content_block_start', index, content_block: { type: 'redacted_thinking', data: block.data } });
      break;
    case 'tool_use':
      yield event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id: block.id, name: block.name, input: {} } });
      for (const part of block.pieces ?? halves(block.rawInput ?? JSON.stringify(block.input ?? {}))) {
        if (typeof part === 'string')
          yield event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: part } });
        else yield { until: part };
      }
      break;
  }
  if (!open) yield event({ type: 'content_block_stop', index });
}

function halves(content: string): string[] {
  const middle = Math.ceil(content.length / 2);
  return [content.slice(0, middle), content.slice(middle)].filter((part) => part !== '');
}

export function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
