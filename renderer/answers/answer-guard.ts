/** How long a card must be painted and its buttons unmoved before an answer counts. Milliseconds. */
export const READ_DELAY = 300;
/** How long after other typing a key may answer. Milliseconds. */
export const TYPING_PAUSE = 500;
/** How soon after an answer the next card must come up to be its consequence. Milliseconds. */
const NEXT_WITHIN = 5000;

/**
 * State of the card that would be answered. `card` identifies everything it shows, so changed content is another card. All times in
 * milliseconds on one clock.
 */
export interface GuardState {
  readonly card: string | null;
  /** When it was painted; `null` before. */
  readonly paintedAt: number | null;
  /** What it allows was in view since then. */
  readonly seen: boolean;
  /** When it or its buttons last moved. */
  readonly movedAt: number;
  /** When the user engaged with it after it was painted; `null` while it only received the focus automatically. */
  readonly engagedAt: number | null;
  /** The last key typed elsewhere. */
  readonly typedAt: number;
  /** The requests in the list, with the time each was first painted. */
  readonly listed: ReadonlyMap<string, number>;
  /** When a key answered a card, until the next card is shown or something else is pressed. */
  readonly answeredAt: number | null;
  /**
   * The user's own answer by key brought this card up, and it was listed before: a letter may answer it after a fill (`deferred-answer.ts`).
   * Any other key ends that.
   */
  readonly follows: boolean;
  /** The user went to it, and it isn't painted yet. */
  readonly sought: boolean;
  /** The form that a key opened on a card that nobody had gone to. */
  readonly form: OpenedForm | null;
}

/** What the user does in the form shows whether they mean this request, or were typing for elsewhere when a letter opened it. */
interface OpenedForm {
  readonly openedAt: number;
  /** Something was written right after the letter, as in a text. */
  readonly wroteOn: boolean;
  /** When the last press that would have sent it was ignored. */
  readonly ignoredAt: number;
}

export type GuardEvent =
  /** Another card, or changed content. `chosenAt`: the user picked it from the list. */
  | { readonly type: 'card'; readonly card: string | null; readonly at: number; readonly chosenAt?: number | undefined }
  | { readonly type: 'painted'; readonly card: string; readonly listed: readonly string[]; readonly at: number }
  /** What the card allows is in view. */
  | { readonly type: 'seen' }
  | { readonly type: 'moved'; readonly at: number }
  /** The user engaged with the card: Tab, an arrow key or a pointer press on it. */
  | { readonly type: 'engaged'; readonly by: 'key' | 'pointer'; readonly at: number }
  /** The user went to the card by Mod+J, and it has the focus: they engage with it once it is painted, unless they type first. */
  | { readonly type: 'sought'; readonly at: number }
  /** A key opened a form of the card. */
  | { readonly type: 'opened'; readonly at: number }
  /** The user wrote or chose something in that form. */
  | { readonly type: 'wrote'; readonly at: number }
  /** A press that would have sent the form was ignored. */
  | { readonly type: 'ignoredInForm'; readonly at: number }
  /** The card or the window lost the focus. */
  | { readonly type: 'left' }
  | { readonly type: 'typed'; readonly at: number }
  /** A key answered the card. */
  | { readonly type: 'answered'; readonly at: number }
  /** A key or press that isn't an answer to a card that follows. */
  | { readonly type: 'interrupted' };

/**
 * How an answer is given. `field`: Enter in the card's own text field. `assistive`: a click without pointer or key, as screen readers send
 * it.
 */
export interface Press {
  readonly how: 'key' | 'field' | 'pointer' | 'assistive';
  readonly at: number;
  /** Auto-repeat of a held key. */
  readonly repeat: boolean;
  /** Part of an IME composition. */
  readonly composing: boolean;
}

/** What the action itself proves: that no prior engagement is needed, that a key is held on purpose, or that nothing is allowed. */
export interface AnswerProof {
  readonly needsEngagement?: boolean;
  readonly allows?: boolean;
  readonly isHeld?: boolean;
  /** Of several requests on the card, the only one it answers, and that this was in view. */
  readonly request?: string;
  readonly isSeen?: boolean;
  /** None of what it allows is in view any more. */
  readonly isAway?: boolean;
  /** It saves something, and whether that was in view. */
  readonly saves?: boolean;
  readonly isSavedSeen?: boolean;
}

/** For what answers nothing. */
export const HARMLESS: AnswerProof = { needsEngagement: false, allows: false };
/** What a full button proves. */
export const FILLED: AnswerProof = { needsEngagement: false, isHeld: true };

/** Why a press is ignored. */
export type Refusal =
  | 'unpainted'
  | 'unseen'
  | 'unseenSaved'
  | 'moved'
  | 'repeated'
  | 'composing'
  | 'notEngaged'
  | 'pressAgain'
  | 'typing'
  | 'early'
  | 'stopped'
  | 'changed';

export const NO_CARD: GuardState = {
  card: null,
  paintedAt: null,
  seen: false,
  movedAt: Number.NEGATIVE_INFINITY,
  engagedAt: null,
  typedAt: Number.NEGATIVE_INFINITY,
  listed: new Map(),
  answeredAt: null,
  follows: false,
  sought: false,
  form: null,
};

export function reduceGuard(state: GuardState, event: GuardEvent): GuardState {
  switch (event.type) {
    case 'card': {
      if (event.card === state.card) return state;
      const { card, chosenAt, at } = event;
      if (card === null)
        return { ...state, card, paintedAt: null, seen: false, engagedAt: null, follows: false, sought: false, form: null };
      const listedAt = state.listed.get(card);
      // Picking a row counts as engagement only if the row could be read before.
      const isChosen = chosenAt !== undefined && listedAt !== undefined && chosenAt - listedAt >= READ_DELAY;
      return {
        ...state,
        card,
        paintedAt: null,
        seen: false,
        engagedAt: isChosen ? chosenAt : null,
        answeredAt: null,
        follows: isNext(state, listedAt, at),
        sought: false,
        form: null,
      };
    }
    case 'painted': {
      const listed = new Map(event.listed.map((card) => [card, state.listed.get(card) ?? event.at]));
      const isFirst = event.card === state.card && state.paintedAt === null;
      if (!isFirst) return { ...state, listed };
      return { ...state, listed, paintedAt: event.at, ...(state.sought && { engagedAt: event.at, sought: false }) };
    }
    case 'seen':
      return state.paintedAt === null || state.seen ? state : { ...state, seen: true };
    case 'moved':
      return { ...state, movedAt: event.at };
    case 'engaged': {
      // A press on a card that has just appeared was aimed at what was there before.
      const delay = event.by === 'pointer' ? READ_DELAY : 0;
      if (state.paintedAt === null || event.at < state.paintedAt + delay) return state;
      return { ...state, engagedAt: event.at, follows: false };
    }
    case 'sought':
      if (state.card === null) return state;
      return state.paintedAt === null ? { ...state, sought: true } : { ...state, engagedAt: event.at, follows: false };
    case 'opened':
      return state.engagedAt === null
        ? { ...state, form: { openedAt: event.at, wroteOn: false, ignoredAt: Number.POSITIVE_INFINITY } }
        : state;
    case 'wrote': {
      const { form } = state;
      if (form === null || state.engagedAt !== null) return state;
      // Who waits before they write has seen the form.
      if (!form.wroteOn && event.at >= form.openedAt + TYPING_PAUSE) return { ...state, engagedAt: event.at, follows: false };
      return { ...state, form: { ...form, wroteOn: true, ignoredAt: Number.POSITIVE_INFINITY } };
    }
    case 'ignoredInForm':
      return state.form === null ? state : { ...state, form: { ...state.form, ignoredAt: event.at } };
    case 'left':
      return { ...state, engagedAt: null, answeredAt: null, follows: false, sought: false, form: null };
    case 'typed':
      return { ...state, typedAt: event.at, sought: false };
    case 'answered':
      return { ...state, answeredAt: event.at };
    case 'interrupted':
      return { ...state, answeredAt: null, follows: false, sought: false };
  }
}

/** A request that arrived around the answer or later never is: the user can't have meant it. */
function isNext({ answeredAt }: GuardState, listedAt: number | undefined, at: number): boolean {
  return answeredAt !== null && at - answeredAt <= NEXT_WITHIN && listedAt !== undefined && answeredAt - listedAt >= READ_DELAY;
}

/** When the card's buttons become active if nothing else happens; `undefined` before it is painted. */
export function armsAt({ paintedAt, movedAt, typedAt }: GuardState): number | undefined {
  return paintedAt === null ? undefined : Math.max(Math.max(paintedAt, movedAt) + READ_DELAY, typedAt + TYPING_PAUSE);
}

/**
 * Why an answer is ignored; `undefined` if it counts. Every answer is checked here. `needsEngagement` is false where the action itself proves
 * that the card was read, or where it allows nothing.
 */
export function refusal(state: GuardState, press: Press, proof: AnswerProof = {}): Refusal | undefined {
  const why = pressRefusal(state, press, proof);
  if (why !== undefined || proof.allows === false) return why;
  // A screen reader reads all of the card, wherever it is scrolled to.
  if (press.how === 'assistive') return undefined;
  if ((!state.seen && proof.isSeen !== true) || proof.isAway === true) return 'unseen';
  return proof.saves === true && proof.isSavedSeen === false ? 'unseenSaved' : undefined;
}

function pressRefusal(state: GuardState, press: Press, { needsEngagement = true, isHeld = false }: AnswerProof): Refusal | undefined {
  const { paintedAt, movedAt, engagedAt, typedAt } = state;
  const { how, at } = press;
  if (paintedAt === null || at < paintedAt + READ_DELAY) return 'unpainted';
  if ((how === 'pointer' || (how === 'field' && needsEngagement)) && at < movedAt + READ_DELAY) return 'moved';
  if (how === 'pointer') return undefined;
  if (press.composing) return 'composing';
  if (press.repeat && !isHeld) return 'repeated';
  if (how !== 'field' && at < typedAt + TYPING_PAUSE) return 'typing';
  // A screen reader has its own cursor: it can only reach this button after the card appeared.
  if (how === 'assistive' || !needsEngagement || engagedAt !== null) return undefined;
  if (how !== 'field' || state.form === null) return 'notEngaged';
  // Once more after the card said why it ignored it. Mod+Enter is no sign: it also sends a message.
  return at >= state.form.ignoredAt + TYPING_PAUSE ? undefined : 'pressAgain';
}
