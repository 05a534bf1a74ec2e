import type { Ask, GivenAnswer } from '#shared/session/ask.ts';

export interface Withdrawn {
  readonly type: 'withdrawn';
  readonly why: string;
}

export type AskOutcome =
  | { readonly answer: GivenAnswer; readonly by: 'person' | 'hook' }
  /** An agent only ever refuses. */
  | { readonly answer: Extract<GivenAnswer, { type: 'deny' }>; readonly by: 'dispatcher' }
  | { readonly answer: Withdrawn; readonly by: 'interrupt' | 'rules' | 'classifier' };

/** The input of a question, for a person who wants to read or edit it. */
export interface AskedInput {
  readonly input: Readonly<Record<string, unknown>>;
  /** Why the tool rejects another input; `undefined` when it accepts it. */
  readonly refusal: (input: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
}

interface Entry {
  readonly ask: Ask;
  readonly asked: AskedInput | undefined;
  readonly settle: (outcome: AskOutcome) => void;
}

/** The reason of a refusal where an agent allowed what needs a person. */
export const NOT_A_PERSON = 'An agent can’t allow what needs a person.';

function asRefusal(answer: GivenAnswer): Extract<GivenAnswer, { type: 'deny' }> {
  return answer.type === 'deny' ? answer : { type: 'deny', message: NOT_A_PERSON };
}

/**
 * The questions waiting for an answer (SPEC G7). Each is settled once: the first to take it out claims it, and only then are callbacks
 * called (SPEC G8), so a click and an abort at the same instant give one outcome.
 */
export class AskQueue {
  readonly #entries = new Map<string, Entry>();

  /** `settle` is called at most once, synchronously with the claim. */
  push(ask: Ask, settle: (outcome: AskOutcome) => void, asked?: AskedInput): void {
    this.#entries.set(ask.askId, { ask, settle, asked });
  }

  /** `undefined` when the question is settled or has no input for a person to read. */
  asked(askId: string): (AskedInput & { readonly ask: Ask }) | undefined {
    const entry = this.#entries.get(askId);
    return entry?.asked && { ...entry.asked, ask: entry.ask };
  }

  /** Withdraws a question. `false` when it is already settled. */
  remove(askId: string, why: string, by: 'interrupt' | 'rules' | 'classifier' = 'interrupt'): boolean {
    return this.#claim(askId, { answer: { type: 'withdrawn', why }, by });
  }

  pending(): Ask[] {
    return [...this.#entries.values()].map(({ ask }) => ask);
  }

  /** `stale`: the answer was for something other than what the question shows. `gone`: already settled, or never asked. */
  answer(
    askId: string,
    digest: string,
    answer: GivenAnswer,
    by: 'person' | 'dispatcher' | 'hook' = 'person',
  ): 'accepted' | 'stale' | 'gone' {
    const entry = this.#entries.get(askId);
    if (!entry) return 'gone';
    if (entry.ask.digest !== digest) return 'stale';
    return this.#claim(askId, by === 'dispatcher' ? { answer: asRefusal(answer), by } : { answer, by }) ? 'accepted' : 'gone';
  }

  #claim(askId: string, outcome: AskOutcome): boolean {
    const entry = this.#entries.get(askId);
    if (!entry || !this.#entries.delete(askId)) return false;
    entry.settle(outcome);
    return true;
  }
}
