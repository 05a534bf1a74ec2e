import { hash } from 'node:crypto';

/** Calls whose details are looked up; those after that are only counted. A tenth of a kilobyte each. */
const MAX_CALLS = 1_000_000;

/** What the audit log says about a call. `place`: of its session in a list. `by`: of what decided, in another. */
export interface IndexedCall {
  readonly isDenied: boolean;
  readonly isAllowed: boolean;
  readonly isAsked: boolean;
  readonly by: number;
}

const DENIED = 1;
const ALLOWED = 2;
const ASKED = 4;
const FLAGS = 8;

/** The calls of a period by session, call and digest of the input, so that only the input that was decided counts. Bounded. */
export class CallIndex {
  readonly #calls = new Map<number, number>();

  get size(): number {
    return this.#calls.size;
  }

  /** `by`: a number of what decided, or 0. `false`: the index is full. */
  add(key: string, outcome: 'deny' | 'allow' | 'ask', by: number): boolean {
    const id = idOf(key);
    const known = this.#calls.get(id);
    if (known === undefined && this.#calls.size >= MAX_CALLS) return false;
    const flags = ((known ?? 0) % FLAGS) | { deny: DENIED, allow: ALLOWED, ask: ASKED }[outcome];
    // The final decision comes after the question.
    this.#calls.set(id, (outcome === 'ask' && known !== undefined ? Math.floor(known / FLAGS) : by) * FLAGS + flags);
    return true;
  }

  /** Returns a call once. */
  take(key: string): IndexedCall | undefined {
    const id = idOf(key);
    const found = this.#calls.get(id);
    if (found === undefined) return undefined;
    this.#calls.delete(id);
    return {
      isDenied: (found & DENIED) !== 0,
      isAllowed: (found & ALLOWED) !== 0,
      isAsked: (found & ASKED) !== 0,
      by: Math.floor(found / FLAGS),
    };
  }
}

/** 48 bits of a hash: a model chooses the names of calls, and must not be able to make two of them equal. */
function idOf(key: string): number {
  return Number.parseInt(hash('sha1', key).slice(0, 12), 16);
}
