/** What a key does in the queue. */
export type AskAct = 'allow' | 'always' | 'deny' | 'deny_with_message' | 'explain' | 'next' | 'previous';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

const ACTS: Readonly<Record<string, AskAct>> = { a: 'allow', A: 'always', d: 'deny', D: 'deny_with_message', x: 'explain' };
const MOVES: Readonly<Record<string, AskAct>> = { j: 'next', ArrowDown: 'next', k: 'previous', ArrowUp: 'previous' };

/** A key held down acts once. Moving needs the focus in the queue, since other panes move with the same keys. */
export function askAct(press: KeyPress, inQueue: boolean): AskAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined;
  return ACTS[press.key] ?? (inQueue ? MOVES[press.key] : undefined);
}

/** How long a card must have been in sight before an act on it counts: nobody decides faster, but a click or a key meant for something else lands there. Milliseconds. */
export const ARM_DELAY = 300;
/** How long the button or the key is held to allow what can't be undone. Milliseconds. */
export const HOLD_TIME = 600;

/** Keys pressed right after typing were meant for the field one typed in. */
export function isArmed({ now, shownAt, typedAt }: { readonly now: number; readonly shownAt: number; readonly typedAt: number }): boolean {
  return now - shownAt >= ARM_DELAY && now - typedAt >= ARM_DELAY;
}
