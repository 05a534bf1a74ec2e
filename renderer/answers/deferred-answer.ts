import { READ_DELAY, type Refusal, TYPING_PAUSE } from './answer-guard.ts';

/** The answers that a letter may give after a fill. */
export type DeferredAction = 'allow' | 'session' | 'deny';

export function isDeferred(action: string): action is DeferredAction {
  return action === 'allow' || action === 'session' || action === 'deny';
}

/** One step of a fill, and how many make it full: as long as a destructive request is held. */
export const FILL_STEP = 50;
export const FILL_STEPS = 12;

/** A key as the window got it. `at`: when it was pressed, not when it was handled, which may be later. */
export interface WindowKey {
  readonly key: string;
  readonly at: number;
  readonly repeat: boolean;
  readonly composing: boolean;
  /** Ctrl, Alt, Shift or Meta is held. */
  readonly modified: boolean;
}

/** What a key means for a card that follows an answered one. */
export interface KeysState {
  /** The last key of any kind. */
  readonly lastAt: number;
  /** The one before it. */
  readonly beforeAt: number;
  /** The letter that is down. */
  readonly down: string | null;
}

export const NO_KEYS: KeysState = { lastAt: Number.NEGATIVE_INFINITY, beforeAt: Number.NEGATIVE_INFINITY, down: null };

/** The letters, as in `ask-keys.ts`. */
const LETTERS: ReadonlySet<string> = new Set(['a', 't', 'd']);

/** Whether the key is one of the letters by itself. */
export function isLetter(key: WindowKey): boolean {
  return LETTERS.has(key.key.toLowerCase()) && isPlain(key);
}

/** Whether the queue says if the key leaves what a card that follows offers: Later, or T. As part of a text it doesn’t. */
export function isForQueue(key: WindowKey): boolean {
  return ['s', 't'].includes(key.key.toLowerCase()) && isPlain(key);
}

function isPlain({ composing, modified }: WindowKey): boolean {
  return !composing && !modified;
}

export function pressed(state: KeysState, key: WindowKey): KeysState {
  // It closes what was opened and is part of no text, so the next letter need not wait.
  if (key.key === 'Escape') return { ...state, down: null };
  return { lastAt: key.at, beforeAt: state.lastAt, down: isLetter(key) ? key.key.toLowerCase() : null };
}

/** The letter of the fill, pressed again: it goes on, and this press answers nothing, nor does letting it go late. */
export function pressedAgain(state: KeysState, key: WindowKey): KeysState {
  return { ...pressed(state, key), down: state.down };
}

/** Whether a key that stops a fill leaves the offer of one: it is no part of a text, or A or D, of which a person corrects one by the other. */
export function leavesOffer(key: WindowKey): boolean {
  return key.key === 'Escape' || (isLetter(key) && !isForQueue(key));
}

export function released(state: KeysState, key: string): KeysState {
  return key.toLowerCase() === state.down ? { ...state, down: null } : state;
}

/** Why the last key starts no fill on a card that was painted at `paintedAt`. The answer before it counts as a key too. */
export function fillRefusal({ lastAt, beforeAt }: KeysState, paintedAt: number | null): Refusal | undefined {
  if (paintedAt === null || lastAt < paintedAt + READ_DELAY) return 'unpainted';
  return lastAt < beforeAt + TYPING_PAUSE ? 'early' : undefined;
}
