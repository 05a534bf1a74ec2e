/** How long a card must have been painted, and its buttons must have stood still, before an answer counts. Milliseconds. */
export const READ_DELAY = 300;
/** How long the keyboard must have rested after other typing before a key answers. Milliseconds. */
export const TYPING_PAUSE = 500;

/**
 * What is known about the card that would be answered. `card` names everything it shows, so a card that changes is another one. All times
 * in milliseconds on one clock.
 */
export interface GuardState {
  readonly card: string | null;
  /** When it was on the screen; `null` before. */
  readonly paintedAt: number | null;
  /** When it or its buttons last changed their place. */
  readonly movedAt: number;
  /** When the person turned to it, after it was painted; `null` while it only came into focus by itself. */
  readonly takenAt: number | null;
  /** The last key that was meant for something else. */
  readonly typedAt: number;
  /** The requests that stand in the list, with when each was first on the screen. */
  readonly listed: ReadonlyMap<string, number>;
}

export type GuardEvent =
  /** Another card, or the same with other contents. `chosenAt`: the person picked it from the list. */
  | { readonly type: 'card'; readonly card: string | null; readonly chosenAt?: number | undefined }
  | { readonly type: 'painted'; readonly card: string; readonly listed: readonly string[]; readonly at: number }
  | { readonly type: 'moved'; readonly at: number }
  /** The person turned to the card: Tab, Mod+J, an arrow key or a press of the pointer on it. */
  | { readonly type: 'taken'; readonly by: 'key' | 'pointer'; readonly at: number }
  /** The focus left the card, or the window. */
  | { readonly type: 'left' }
  | { readonly type: 'typed'; readonly at: number };

/**
 * How an answer is given. `field`: Enter in a text field of the card itself. `assistive`: a click without pointer or key, as screen
 * readers make it.
 */
export interface Press {
  readonly how: 'key' | 'field' | 'pointer' | 'assistive';
  readonly at: number;
  /** Sent again by the system because the key is held down. */
  readonly repeat: boolean;
  /** Part of a character that an input method composes. */
  readonly composing: boolean;
}

/** What an act shows of itself: that it needs no turning to the card first, or that a key is held down on purpose. */
export interface AnswerProof {
  readonly needsTaken?: boolean;
  readonly isHeld?: boolean;
}

/** Why a press doesn't count. */
export type Refusal = 'unpainted' | 'moved' | 'repeated' | 'composing' | 'untaken' | 'typing';

export const NO_CARD: GuardState = {
  card: null,
  paintedAt: null,
  movedAt: Number.NEGATIVE_INFINITY,
  takenAt: null,
  typedAt: Number.NEGATIVE_INFINITY,
  listed: new Map(),
};

export function guardAfter(state: GuardState, event: GuardEvent): GuardState {
  switch (event.type) {
    case 'card': {
      if (event.card === state.card) return state;
      const { card, chosenAt } = event;
      const listedAt = card === null ? undefined : state.listed.get(card);
      // Picking a row is the person's own act only when they could have read what it says.
      const isChosen = chosenAt !== undefined && listedAt !== undefined && chosenAt - listedAt >= READ_DELAY;
      return { ...state, card, paintedAt: null, takenAt: isChosen ? chosenAt : null };
    }
    case 'painted': {
      const listed = new Map(event.listed.map((card) => [card, state.listed.get(card) ?? event.at]));
      const isFirst = event.card === state.card && state.paintedAt === null;
      return { ...state, listed, ...(isFirst && { paintedAt: event.at }) };
    }
    case 'moved':
      return { ...state, movedAt: event.at };
    case 'taken': {
      // A press that lands on a card which has just appeared was aimed at what was there before.
      const delay = event.by === 'pointer' ? READ_DELAY : 0;
      if (state.paintedAt === null || event.at < state.paintedAt + delay) return state;
      return { ...state, takenAt: event.at };
    }
    case 'left':
      return { ...state, takenAt: null };
    case 'typed':
      return { ...state, typedAt: event.at };
  }
}

/** When the card's buttons begin to count, if nothing more happens; `undefined` before it is painted. */
export function armsAt({ paintedAt, movedAt, typedAt }: GuardState): number | undefined {
  return paintedAt === null ? undefined : Math.max(Math.max(paintedAt, movedAt) + READ_DELAY, typedAt + TYPING_PAUSE);
}

/**
 * Why an answer doesn't count, `undefined` when it does. Every answer is checked here, whichever way it is given. `needsTaken` is false
 * where the act itself shows that the card was read, or where it allows nothing by itself.
 */
export function refusal(state: GuardState, press: Press, { needsTaken = true, isHeld = false }: AnswerProof = {}): Refusal | undefined {
  const { paintedAt, movedAt, takenAt, typedAt } = state;
  const { how, at } = press;
  if (paintedAt === null || at < paintedAt + READ_DELAY) return 'unpainted';
  if ((how === 'pointer' || (how === 'field' && needsTaken)) && at < movedAt + READ_DELAY) return 'moved';
  if (how === 'pointer') return undefined;
  if (press.composing) return 'composing';
  if (press.repeat && !isHeld) return 'repeated';
  if (how !== 'field' && at < typedAt + TYPING_PAUSE) return 'typing';
  // A screen reader has its own cursor: it can only be on a button of this card after the card appeared.
  return how !== 'assistive' && needsTaken && takenAt === null ? 'untaken' : undefined;
}
