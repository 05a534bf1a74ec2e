/** Keys that the keyboard on a screen lacks. */
export type TouchKey = 'Escape' | 'Tab' | 'ArrowLeft' | 'ArrowUp' | 'ArrowDown' | 'ArrowRight' | 'interrupt';

const ARROWS = { ArrowUp: 'A', ArrowDown: 'B', ArrowRight: 'C', ArrowLeft: 'D' } as const;

/** What such a key sends. `application`: the program has asked for its own form of the arrow keys. */
export function sequenceOf(key: TouchKey, application: boolean): string {
  if (key === 'Escape') return '\u001b';
  if (key === 'Tab') return '\t';
  if (key === 'interrupt') return '\u0003';
  return `\u001b${application ? 'O' : '['}${ARROWS[key]}`;
}

/** What is sent instead with Ctrl held. What has no such form stays. */
export function withCtrl(sent: string): string {
  const arrow = /^\u001b[O[]([ABCD])$/u.exec(sent);
  if (arrow) return `\u001b[1;5${arrow[1]}`;
  if (sent === ' ') return '\u0000';
  if (sent === '?') return '\u007f';
  return /^[a-z@[\\\]^_]$/iu.test(sent) ? String.fromCodePoint((sent.toUpperCase().codePointAt(0) ?? 0) & 31) : sent;
}
