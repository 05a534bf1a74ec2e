import type { SessionEvent } from '#shared/session/event.ts';
import { contentText } from '#shared/session/content-text.ts';
import { cutToTokens, estimateTokens } from './context-size.ts';

/** Origins of messages written by the user. Words with a denial are read from the answer. */
const TYPED: ReadonlySet<string> = new Set(['prompt', 'queued']);

/** Words of sentences that restrict what may be done, in several languages. False positives are preferred to misses. */
const LIMITS = new RegExp(
  String.raw`(?<![\p{L}])(?:do\s+not|don['’]?t|doesn['’]t|never|not|must(?:n['’]t)?|should(?:n['’]t)?|may\s+only|cannot|can['’]t|won['’]t|without|avoid|stop|only|except|unless|leave|keep|untouched|no|none|forbid\p{L}*|nicht|nie|niemals|kein\p{L}*|ohne|nur|bloß|lass|ne|pas|jamais|sans|seulement|nunca|jamás|sin|solo|sólo|não|sem|non|mai|senza|niet|geen|nooit)(?![\p{L}])|不|别|勿|禁止|しない|するな|нельзя|(?<![\p{L}])не(?![\p{L}])`,
  'iu',
);

export interface UserWord {
  readonly id: string;
  readonly text: string;
}

/** Everything the user has written to one agent, including comments on denials: a fold of the log that compaction doesn't shorten. */
export class UserWords {
  readonly #agentId: string | undefined;
  #words: UserWord[] = [];

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get all(): readonly UserWord[] {
    return this.#words;
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'user.message': {
        const { messageId, content, origin, visibility } = event.data;
        if (!TYPED.has(origin) || visibility === 'window') return;
        this.#words.push({ id: messageId, text: contentText(content) });
        return;
      }
      case 'call.answered': {
        const { answer, by } = event.data;
        if (by === 'person' && answer.type === 'deny' && answer.message) this.#words.push({ id: event.id, text: answer.message });
        return;
      }
      case 'conversation.rewound': {
        const from = this.#words.findIndex(({ id }) => id === event.data.messageId);
        if (from >= 0) this.#words.length = from;
        return;
      }
      default:
        return;
    }
  }
}

export interface ChosenWords {
  /** In chronological order. `whole` is false where only the restricting sentences are kept. */
  readonly kept: readonly { readonly text: string; readonly whole: boolean }[];
  /** Number of messages left out completely. */
  readonly omitted: number;
}

/**
 * Chooses the user messages to keep within `budget` tokens: restricting ones first, then the others, each newest first. A message that
 * doesn't fit keeps as many of its restricting sentences as fit.
 */
export function chooseWords(words: readonly UserWord[], budget: number): ChosenWords {
  const said = words.filter(({ text }) => text.trim() !== '');
  const newestFirst = said.map((word, index) => ({ ...word, index, limits: LIMITS.test(word.text) })).toReversed();
  const order = [...newestFirst.filter(({ limits }) => limits), ...newestFirst.filter(({ limits }) => !limits)];
  const chosen = new Map<number, { readonly text: string; readonly whole: boolean }>();
  let left = budget;
  for (const { index, text, limits } of order) {
    const whole = estimateTokens(text);
    // One long message must not crowd out the restrictions of all others.
    if (whole <= left && (whole <= budget / 2 || !limits)) {
      chosen.set(index, { text, whole: true });
      left -= whole;
    } else if (limits) {
      const part = cutToTokens(limitingSentences(text), Math.min(left, budget / 4));
      if (part === '') continue;
      chosen.set(index, { text: part, whole: false });
      left -= estimateTokens(part);
    }
  }
  const kept = [...chosen.entries()].toSorted(([a], [b]) => a - b).map(([, word]) => word);
  return { kept, omitted: said.length - kept.length };
}

function limitingSentences(text: string): string {
  return text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .filter((sentence) => LIMITS.test(sentence))
    .join('\n');
}
