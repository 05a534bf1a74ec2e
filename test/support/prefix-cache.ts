import { hash } from 'node:crypto';
import type { RequestBody, WireBlock } from './messages-server.ts';

/** A breakpoint finds what was written at it or at one of the blocks just before. */
const LOOKBACK_BLOCKS = 20;
const MOST_BREAKPOINTS = 4;

export interface CacheUse {
  /** Blocks of the prompt, in the order tools, system, messages. */
  readonly blocks: number;
  /** How many of them came from the cache. */
  readonly reused: number;
  /** Characters not read from the cache. */
  readonly freshChars: number;
}

/**
 * The prompt cache of a Messages API: an entry is written at each breakpoint, and a request reuses the longest prefix that was written
 * at one of its breakpoints or up to 20 blocks before. A deferred tool is no part of the prefix.
 */
export class PrefixCache {
  readonly #written = new Set<string>();

  /** @throws Error for requests that such an API rejects. */
  take(body: RequestBody): CacheUse {
    const blocks = promptBlocks(body);
    assertSendable(body, blocks);
    const prefixes = prefixKeys(blocks);
    const breakpoints = blocks.flatMap(({ marked }, index) => (marked ? [index] : []));
    const hit = breakpoints.toReversed().flatMap((at) => this.#found(prefixes, at))[0] ?? -1;
    for (const at of breakpoints) this.#written.add(prefixes[at] ?? '');
    return {
      blocks: blocks.length,
      reused: hit + 1,
      freshChars: blocks.slice(hit + 1).reduce((sum, { text }) => sum + text.length, 0),
    };
  }

  #found(prefixes: readonly string[], breakpoint: number): number[] {
    for (let at = breakpoint; at > breakpoint - LOOKBACK_BLOCKS && at >= 0; at -= 1) if (this.#written.has(prefixes[at] ?? '')) return [at];
    return [];
  }
}

export interface PromptBlock {
  /** Its JSON without the breakpoint. */
  readonly text: string;
  readonly marked: boolean;
}

/** The parts of the prompt in cache order. */
export function promptBlocks({ tools = [], system = [], messages }: RequestBody): PromptBlock[] {
  return [
    ...tools.filter(({ defer_loading }) => defer_loading !== true).map((tool) => blockOf('tool', tool)),
    ...system.map((block) => blockOf('system', block)),
    ...messages.flatMap(({ role, content }) => content.map((block) => blockOf(role, block))),
  ];
}

function blockOf(role: string, value: { readonly cache_control?: unknown }): PromptBlock {
  const { cache_control, ...rest } = value;
  return { text: `${role} ${JSON.stringify(rest)}`, marked: cache_control !== undefined };
}

/** One key for each prefix: the whole text would be quadratic. */
function prefixKeys(blocks: readonly PromptBlock[]): string[] {
  const keys: string[] = [];
  for (const { text } of blocks) keys.push(hash('sha256', `${keys.at(-1) ?? ''}\n${text}`));
  return keys;
}

function assertSendable({ tools = [], messages }: RequestBody, blocks: readonly PromptBlock[]): void {
  if (blocks.filter(({ marked }) => marked).length > MOST_BREAKPOINTS) throw new Error('too many cache breakpoints');
  if (tools.some(({ defer_loading, cache_control }) => defer_loading === true && cache_control !== undefined))
    throw new Error('a deferred tool with a cache breakpoint');
  const deferred = tools.flatMap(({ name, defer_loading }) => (defer_loading === true ? [name] : []));
  const referred = messages.flatMap(({ content }) => content.flatMap(referencesIn));
  const unresolved = referred.find((name) => !deferred.includes(name));
  if (unresolved !== undefined) throw new Error(`a reference to ${unresolved}, which is no deferred tool of the request`);
}

function referencesIn({ content }: WireBlock): string[] {
  if (!Array.isArray(content)) return [];
  const parts: unknown[] = content;
  return parts.flatMap((part) =>
    typeof part === 'object' && part !== null && 'tool_name' in part && typeof part.tool_name === 'string' ? [part.tool_name] : [],
  );
}
