/** An action of a key in the queue. */
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

/** These open a form that must be filled in before anything is answered, so they also work on a card that appeared by itself. */
export function opensForm(act: AskAct): boolean {
  return act === 'always' || act === 'deny_with_message';
}

/** Ignores auto-repeat. */
export function askAct(press: KeyPress): AskAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined;
  return Object.hasOwn(ACTS, press.key) ? ACTS[press.key] : undefined;
}
