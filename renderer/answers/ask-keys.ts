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
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

const ACTIONS: Readonly<Record<string, AskAction>> = {
  a: 'allow',
  c: 'comment',
  t: 'session',
  e: 'edit',
  h: 'hunks',
  d: 'deny',
  s: 'later',
  x: 'explain',
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
};

const WITH_SHIFT: Readonly<Record<string, AskAction>> = {
  a: 'always',
  d: 'deny_with_message',
};

const FORMS: ReadonlySet<AskAction> = new Set(['always', 'comment', 'edit', 'hunks', 'deny_with_message']);

/** These open a form that must be filled in before anything is answered, so they also work on a card that appeared by itself. */
export function opensForm(action: AskAction): boolean {
  return FORMS.has(action);
}

export function allowsAtOnce(action: AskAction): boolean {
  return action === 'allow' || action === 'session';
}

export function answersNothing(action: AskAction): boolean {
  return action === 'explain' || action === 'later';
}

/** Ignores auto-repeat. Shift is what is held, not the case of the letter, which Caps Lock turns around. */
export function askAction(press: KeyPress): AskAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined;
  const actions = press.shiftKey ? WITH_SHIFT : ACTIONS;
  const key = press.key.toLowerCase();
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
