import { setTimeout as sleep } from 'node:timers/promises';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { toolUseBlockSchema } from '#shared/session/content.ts';
import type { ModelClient, ModelRequest } from './client.ts';
import { abortedError, ModelError } from './model-error.ts';
import { classifierReply, fillPlaceholders, type Script, type ScriptBlock, type ScriptTurn } from './script.ts';
import type { ModelStreamEvent } from './stream-event.ts';

const DEFAULT_CHARS_PER_SECOND = 450;
/** Tool input streams faster than prose. */
const INPUT_CHARS_PER_SECOND = 3000;
/** Classifier output isn't shown. */
const CLASSIFIER_CHARS_PER_SECOND = 1_000_000;
const CHUNK_CHARS = 8;
const INPUT_CHUNK_CHARS = 48;
const SHORTEST_WAIT_MS = 4;

const OVER = 'The script ends here.';

export interface ScriptedClientOptions {
  readonly script: Script;
  /** Replaces `${projectDir}` in the script. */
  readonly projectDir: string;
  /** Factor for every delay; 0 = no delays. */
  readonly timeScale?: number;
}

/** Plays a script through the same event stream as a real model (SPEC A2): no key, no network. */
export class ScriptedClient implements ModelClient {
  readonly kind = 'scripted';
  readonly #script: Script;
  readonly #timeScale: number;

  constructor({ script, projectDir, timeScale = 1 }: ScriptedClientOptions) {
    this.#script = fillPlaceholders(script, projectDir);
    this.#timeScale = timeScale;
  }

  canClassify(): boolean {
    return this.#script.classifier !== undefined;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    if (request.isSide) throw new ModelError('bad_request', 'A scripted session has no model that tools could ask.');
    const turn = this.#turnFor(request);
    const serial = request.messages.filter(({ role }) => role === 'assistant').length + 1;
    if (signal.aborted) throw abortedError();
    yield { type: 'message_start', message: { usage: { input_tokens: Math.ceil(charsOf(request) / 4), output_tokens: 0 } } };
    await this.#wait(turn.delayMs ?? 0, signal);
    let written = 0;
    for (const [index, block] of turn.blocks.entries()) {
      await this.#wait(block.delayMs ?? 0, signal);
      for await (const event of this.#play(block, index, `toolu_script_${serial}_${index}`, signal)) yield event;
      written += block.type === 'tool_use' ? JSON.stringify(block.input).length : block.text.length;
    }
    const calls = turn.blocks.some(({ type }) => type === 'tool_use');
    yield {
      type: 'message_delta',
      delta: { stop_reason: turn.stopReason ?? (calls ? 'tool_use' : 'end_turn') },
      usage: { output_tokens: Math.ceil(written / 4) },
    };
    yield { type: 'message_stop' };
  }

  #turnFor(request: ModelRequest): ScriptTurn {
    if (!request.classifier) return turnFor(this.#script, request) ?? { blocks: [{ type: 'text', text: OVER }] };
    const { text, delayMs } = classifierReply(this.#script.classifier ?? [], request.classifier);
    return { delayMs, blocks: [{ type: 'text', text, charsPerSecond: CLASSIFIER_CHARS_PER_SECOND }] };
  }

  async *#play(block: ScriptBlock, index: number, id: string, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    switch (block.type) {
      case 'text':
        yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
        for await (const text of this.#chunks(block.text, CHUNK_CHARS, block.charsPerSecond ?? DEFAULT_CHARS_PER_SECOND, signal)) {
          yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
        }
        break;
      case 'thinking':
        yield { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } };
        for await (const thinking of this.#chunks(block.text, CHUNK_CHARS, block.charsPerSecond ?? DEFAULT_CHARS_PER_SECOND, signal)) {
          yield { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } };
        }
        yield { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: 'scripted' } };
        break;
      case 'tool_use':
        yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: block.name, input: {} } };
        for await (const partial_json of this.#chunks(
          JSON.stringify(block.input),
          INPUT_CHUNK_CHARS,
          block.charsPerSecond ?? INPUT_CHARS_PER_SECOND,
          signal,
        )) {
          yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
        }
        break;
    }
    yield { type: 'content_block_stop', index };
  }

  async *#chunks(text: string, size: number, charsPerSecond: number, signal: AbortSignal): AsyncGenerator<string, void> {
    const points = [...text];
    let owed = 0;
    for (let at = 0; at < points.length; at += size) {
      const chunk = points.slice(at, at + size);
      owed += (chunk.length / charsPerSecond) * 1000;
      // Timers are no finer than this; text of a very fast block is emitted in larger chunks.
      if (owed >= SHORTEST_WAIT_MS) {
        await this.#wait(owed, signal);
        owed = 0;
      }
      yield chunk.join('');
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw abortedError();
    const delay = ms * this.#timeScale;
    if (delay <= 0) return;
    try {
      await sleep(delay, undefined, { signal });
    } catch {
      throw abortedError();
    }
  }
}

/**
 * The turn that answers `request`; `undefined` at the end of the script. Found by replaying the conversation from its start, so the
 * client is stateless and resumed sessions and retries get the right turn.
 */
function turnFor(script: Script, request: ModelRequest): ScriptTurn | undefined {
  const turns = partOf(script, request);
  let at: number | undefined = 0;
  for (const message of request.messages) {
    if (message.role !== 'assistant' || at === undefined) continue;
    const outcomes = message.content.flatMap((block) => {
      const toolUse = toolUseBlockSchema.safeParse(block);
      return toolUse.success ? [request.callOutcomes.get(toolUse.data.id)] : [];
    });
    at = nextIndex(turns, at, outcomes);
  }
  return at === undefined ? undefined : turns[at];
}

/** The turns of the requesting agent; empty for a sub-agent that no part matches. */
function partOf({ turns, agents = [] }: Script, { agent }: ModelRequest): readonly ScriptTurn[] {
  if (!agent) return turns;
  const part = agents.find(
    ({ type, match }) => (type === undefined || type === agent.type) && (match === undefined || matchesWildcard(match, agent.description)),
  );
  return part?.turns ?? [];
}

function nextIndex(turns: readonly ScriptTurn[], at: number, outcomes: readonly (string | undefined)[]): number | undefined {
  const turn = turns[at];
  if (!turn) return undefined;
  const target =
    (outcomes.includes('denied') ? turn.ifDenied : undefined) ?? (outcomes.includes('failed') ? turn.ifFailed : undefined) ?? turn.then;
  if (target === 'end') return undefined;
  return target === undefined ? at + 1 : turns.findIndex(({ id }) => id === target);
}

/** Of text; pictures and documents are sent as data. */
function charsOf({ system, tools, messages }: ModelRequest): number {
  const text = JSON.stringify([system, tools, messages], (key, value: unknown) =>
    key === 'data' && typeof value === 'string' ? '' : value,
  );
  return text.length;
}
