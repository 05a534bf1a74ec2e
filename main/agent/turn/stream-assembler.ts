import { randomUUID } from 'node:crypto';
import { JsonLimitError, jsonProblem, MAX_VALUE_DEPTH, parseJson } from '#shared/json-limits.ts';
import { assistantBlockSchema, type AssistantBlock, type Usage } from '#shared/session/content.ts';
import { maxAnswerChars } from '#main/model/limits.ts';
import { ModelError } from '#main/model/model-error.ts';
import type { ModelStreamEvent, StreamUsage } from '#main/model/stream-event.ts';
import { isRecord } from '#shared/is-record.ts';

type DeltaKind = 'text' | 'thinking' | 'tool_input';

export interface AssemblerSink {
  /** New text of an open block. `offset` in UTF-16 units. */
  delta(index: number, kind: Exclude<DeltaKind, 'tool_input'>, offset: number, text: string): void;
  /** A `tool_use` block begins. */
  inputBegins?(index: number, toolName: string): void;
  /** More of the JSON of its input, to show and not to run. */
  inputGrows?(index: number, json: string): void;
  /**
   * A block is complete. `invalidJson`: raw input of a `tool_use` block that isn't a JSON object. `inputProblem`: why, unless it is a
   * syntax error.
   */
  block(index: number, block: AssistantBlock, invalidJson: string | undefined, inputProblem: string | undefined): void;
}

interface OpenBlock {
  readonly start: Readonly<Record<string, unknown>> & { readonly type: string };
  /** Text, thinking or JSON received so far. */
  text: string;
  signature: string;
  readonly citations: unknown[];
  /** Why the input in the start event was left out. */
  readonly problem: string | undefined;
}

/** Limit on the size of a block, in UTF-16 units, against memory exhaustion. */
const MAX_BLOCK_CHARS = 16_000_000;
const MAX_BLOCKS = 10_000;

/**
 * Assembles the blocks of one answer from its stream events. Tool input is buffered as text and parsed strictly when its block ends:
 * truncated input must never be repaired into a command that runs (SPEC A1).
 */
export class StreamAssembler {
  readonly #sink: AssemblerSink;
  readonly #takenIds: ReadonlySet<string>;
  readonly #maxChars: number;
  readonly #open = new Map<number, OpenBlock>();
  readonly #usedIndexes = new Set<number>();
  #chars = 0;
  #stopReason: string | null = null;
  #usage: Usage | null = null;

  /**
   * @param takenIds ids of all calls so far. Local servers repeat ids; a repeated one is replaced so that each names one call.
   * @param maxTokens the limit in the request.
   */
  constructor(sink: AssemblerSink, takenIds: ReadonlySet<string>, maxTokens: number) {
    this.#sink = sink;
    this.#takenIds = takenIds;
    this.#maxChars = maxAnswerChars(maxTokens);
  }

  get stopReason(): string | null {
    return this.#stopReason;
  }

  get usage(): Usage | null {
    return this.#usage;
  }

  /** @throws ModelError `malformed` for events that don't fit together. */
  take(event: ModelStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#addUsage(event.message.usage);
        return;
      case 'content_block_start':
        this.#start(event.index, event.content_block);
        return;
      case 'content_block_delta':
        this.#delta(event.index, event.delta);
        return;
      case 'content_block_stop':
        this.#stop(event.index);
        return;
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        this.#addUsage(event.usage);
        return;
      case 'message_stop':
        if (this.#open.size > 0) throw malformed('a block that never ends');
        return;
    }
  }

  /** The answer was interrupted: keeps the text of an open text block and drops other open blocks. */
  closeText(): void {
    for (const [index, { start, text }] of this.#open) {
      if (start.type === 'text' && text.trim() !== '') this.#emit(index, { ...start, text }, undefined);
    }
    this.#open.clear();
  }

  #start(index: number, block: OpenBlock['start']): void {
    if (this.#usedIndexes.has(index)) throw malformed('the same block twice');
    if (this.#usedIndexes.size >= MAX_BLOCKS) throw malformed('a response without end');
    this.#usedIndexes.add(index);
    const problem = jsonProblem(block);
    const start = problem === undefined ? block : withoutRest(block);
    this.#count(start);
    const initial = block.type === 'text' ? block['text'] : block.type === 'thinking' ? block['thinking'] : '';
    if (block.type === 'tool_use' && typeof start['name'] === 'string') this.#sink.inputBegins?.(index, start['name']);
    this.#open.set(index, { start, text: typeof initial === 'string' ? initial : '', signature: '', citations: [], problem });
  }

  #delta(index: number, delta: OpenBlock['start']): void {
    const block = this.#open.get(index);
    if (!block) throw malformed('text for a block that is not open');
    const problem = jsonProblem(delta);
    if (problem !== undefined) throw malformed(`a piece ${problem}`);
    this.#count(delta);
    const piece = pieceOf(delta);
    if (piece) {
      if (block.text.length + piece.text.length > MAX_BLOCK_CHARS) throw malformed('a block without end');
      if (piece.kind === 'tool_input') this.#sink.inputGrows?.(index, piece.text);
      else this.#sink.delta(index, piece.kind, block.text.length, piece.text);
      block.text += piece.text;
    } else if (delta.type === 'signature_delta' && typeof delta['signature'] === 'string') {
      block.signature += delta['signature'];
    } else if (delta.type === 'citations_delta') {
      block.citations.push(delta['citation']);
    }
  }

  /** Limits what is kept, whatever its type. */
  #count(piece: object): void {
    this.#chars += JSON.stringify(piece).length;
    if (this.#chars > this.#maxChars) throw malformed('a response without end');
  }

  #stop(index: number): void {
    const block = this.#open.get(index);
    if (!block) throw malformed('the end of a block that is not open');
    this.#open.delete(index);
    const { start, text, signature, citations, problem } = block;
    switch (start.type) {
      case 'text':
        this.#emit(index, { ...start, text, ...(citations.length > 0 && { citations }) }, undefined);
        return;
      case 'thinking':
        this.#emit(index, { ...start, thinking: text, ...(signature !== '' && { signature }) }, undefined);
        return;
      case 'tool_use':
        this.#stopToolUse(index, start, text, problem);
        return;
      default:
        this.#emit(index, text === '' ? start : { ...start, input: parseObject(text).value ?? {} }, undefined);
    }
  }

  #stopToolUse(index: number, start: OpenBlock['start'], text: string, problem: string | undefined): void {
    const name = start['name'];
    if (typeof name !== 'string') throw malformed('a tool call without a name');
    const id = this.#uniqueId(start['id']);
    // Without deltas, the input is in the start event, or there is none.
    const whole = start['input'] ?? {};
    const read = problem === undefined ? (text === '' ? { value: asObject(whole) } : parseObject(text)) : { problem };
    const { value: input } = read;
    const raw = text === '' ? JSON.stringify(whole) : text;
    if (input) this.#emit(index, { ...start, type: 'tool_use', id, name, input }, undefined);
    // The API accepts only objects, so the raw text is wrapped.
    else this.#emit(index, { ...start, type: 'tool_use', id, name, input: { INVALID_JSON: raw } }, raw, read.problem);
  }

  /** Parsed with the log's schema, so that field order, and with it every later request, is the same after a restart. */
  #emit(index: number, block: AssistantBlock, invalidJson: string | undefined, inputProblem?: string): void {
    this.#sink.block(index, assistantBlockSchema.parse(block), invalidJson, inputProblem);
  }

  /**
   * Keeps the server's id unless it is taken, contains characters unsafe in file names, or is a property of every object (ids are keys).
   */
  #uniqueId(id: unknown): string {
    return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) && !(id in Object.prototype) && !this.#takenIds.has(id)
      ? id
      : `toolu_${randomUUID().replaceAll('-', '')}`;
  }

  /** Counts are cumulative: a later value replaces an earlier one. */
  #addUsage(usage: StreamUsage | null | undefined): void {
    if (!usage) return;
    const before = this.#usage;
    this.#usage = {
      input_tokens: usage.input_tokens ?? before?.input_tokens ?? 0,
      output_tokens: usage.output_tokens ?? before?.output_tokens ?? 0,
      cache_creation_input_tokens: usage.cache_creation_input_tokens ?? before?.cache_creation_input_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_input_tokens ?? before?.cache_read_input_tokens ?? 0,
    };
  }
}

const TEXT_FIELD: Readonly<Record<string, { readonly kind: DeltaKind; readonly field: string }>> = {
  text_delta: { kind: 'text', field: 'text' },
  thinking_delta: { kind: 'thinking', field: 'thinking' },
  input_json_delta: { kind: 'tool_input', field: 'partial_json' },
};

function pieceOf(delta: OpenBlock['start']): { kind: DeltaKind; text: string } | undefined {
  const known = TEXT_FIELD[delta.type];
  if (!known) return undefined;
  const text = delta[known.field];
  if (typeof text !== 'string') throw malformed('a piece without text');
  return { kind: known.kind, text };
}

interface ReadObject {
  readonly value?: Record<string, unknown> | undefined;
  readonly problem?: string | undefined;
}

function parseObject(text: string): ReadObject {
  try {
    return { value: asObject(parseJson(text, MAX_VALUE_DEPTH)) };
  } catch (error) {
    return error instanceof JsonLimitError ? { problem: error.message } : {};
  }
}

/** The identifying fields of a block, without its content. */
function withoutRest({ type, id, name }: OpenBlock['start']): OpenBlock['start'] {
  return { type, ...(typeof id === 'string' && { id }), ...(typeof name === 'string' && { name }) };
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

function malformed(what: string): ModelError {
  return new ModelError(
    'malformed',
    `The response doesn’t make sense: the server sent ${what}. Try again. If this happens again, the server isn’t compatible.`,
  );
}
