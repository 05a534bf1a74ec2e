import { type AskRef, HalfGiven } from './half-given.ts';

/** Words that outlast a reload of the window, too. */
export class KeptWords extends HalfGiven<string> {
  readonly #storageKey: string;

  constructor(name: string) {
    super();
    this.#storageKey = `gatehouse.words.${name}`;
    for (const [sessionId, askId, words] of storedWords(this.#storageKey)) super.keep({ sessionId, askId }, words);
  }

  override keep(ask: AskRef, words: string | undefined): void {
    super.keep(ask, words);
    const all = this.entries().map(({ sessionId, askId, value }) => [sessionId, askId, value]);
    try {
      sessionStorage.setItem(this.#storageKey, JSON.stringify(all));
    } catch {
      // Without storage, or with more than it takes, they are kept until the reload.
    }
  }
}

type Stored = readonly [sessionId: string, askId: string, words: string];

function storedWords(storageKey: string): readonly Stored[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    // Nothing was stored, or it isn’t readable.
    return [];
  }
}

function isStored(one: unknown): one is Stored {
  return Array.isArray(one) && one.length === 3 && one.every((part) => typeof part === 'string');
}
