/** An action of a key in the queue. */
export type AskAction =
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

const ACTIONS: Readonly<Record<string, AskAction>> = {
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
export function opensForm(action: AskAction): boolean {
  return action === 'always' || action === 'deny_with_message';
}

/** Ignores auto-repeat. */
export function askAction(press: KeyPress): AskAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined;
  return Object.hasOwn(ACTIONS, press.key) ? ACTIONS[press.key] : undefined;
}
