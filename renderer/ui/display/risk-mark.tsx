import type { Risk } from '#shared/permission/decision.ts';
import { classNames } from '../class-names.ts';
import styles from './risk-mark.module.css';

const GLYPHS: Record<Risk, string> = { read: '○', write: '◐', execute: '▲', network: '◇', secrets: '◆', destructive: '■' };
const WORDS: Record<Risk, string> = {
  read: 'Reads',
  write: 'Writes',
  execute: 'Runs code',
  network: 'Network',
  secrets: 'Secrets',
  destructive: 'Destructive',
};

/** The risk of a call: always an icon and a word. */
export function RiskMark({ risk }: { readonly risk: Risk }) {
  return (
    <span className={classNames(styles.mark, styles[risk])}>
      <span aria-hidden="true">{GLYPHS[risk]}</span>
      {WORDS[risk]}
    </span>
  );
}
