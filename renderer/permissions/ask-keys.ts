/** What a key does in the queue. */
export type AskAct =
  | 'allow'
  | 'comment'
  | 'session'
  | 'always'
  | 'edit'
  | 'hunks'
  | 'deny'
  | 'deny_with_message'
  | 'later'
  | 'explain'
  | 'next'
  | 'previous';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

const ACTS: Readonly<Record<string, AskAct>> = {
  a: 'allow',
  c: 'comment',
  t: 'session',
  A: 'always',
  e: 'edit',
  h: 'hunks',
  d: 'deny',
  D: 'deny_with_message',
  s: 'later',
  x: 'explain',
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
};

/** They open a form, and nothing is answered before that is filled in: so they act on a card that came by itself, too. */
export function opensForm(act: AskAct): boolean {
  return act === 'always' || act === 'deny_with_message';
}

/** A key held down acts once. */
export function askAct(press: KeyPress): AskAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined;
  return Object.hasOwn(ACTS, press.key) ? ACTS[press.key] : undefined;
}

/** How long the button or the key is held to allow what can't be undone. Milliseconds. */
export const HOLD_TIME = 600;
