import { inSlices } from '#main/tool/in-slices.ts';
import type { Steps } from '#shared/steps.ts';

/** Items of a long list serialized in one step: few enough that rows of some kilobytes take no more than a millisecond or two. */
const AT_ONCE = 16;
/** No answer has long lists at a greater depth. */
const MAX_DEPTH = 5;

/** Like `JSON.stringify`, but in steps where a value has long lists. `undefined` for values JSON can't represent. */
export function* stringifying(value: unknown, depth = 0): Steps<string | undefined> {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH || 'toJSON' in value) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (let from = 0; from < items.length; from += AT_ONCE) {
      if (items.length <= AT_ONCE) for (const item of items) parts.push((yield* stringifying(item, depth + 1)) ?? 'null');
      else parts.push(JSON.stringify(items.slice(from, from + AT_ONCE)).slice(1, -1));
      yield;
    }
    return `[${parts.join(',')}]`;
  }
  for (const [key, member] of Object.entries(value)) {
    const text = yield* stringifying(member, depth + 1);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
    yield;
  }
  return `{${parts.join(',')}}`;
}

/** Serializes messages for a socket, in order. A large one is serialized in steps of a few milliseconds, and later ones wait for it. */
export class JsonLine {
  readonly #write: (text: string) => void;
  readonly #waiting: unknown[] = [];
  #busy = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  send(message: unknown): void {
    this.#waiting.push(message);
    if (!this.#busy) void this.#writeWaiting();
  }

  async #writeWaiting(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#waiting.length > 0) this.#write((await inSlices(stringifying(this.#waiting.shift()))) ?? 'null');
    } finally {
      this.#busy = false;
    }
  }
}
