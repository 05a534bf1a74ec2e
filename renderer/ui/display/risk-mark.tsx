import type { Risk } from '#shared/permission/decision.ts';
import { classNames } from '../class-names.ts';
import { RISK_WORDS } from '../words.ts';
import styles from './risk-mark.module.css';

const GLYPHS: Record<Risk, string> = { read: '○', write: '◐', execute: '▲', network: '◇', secrets: '◆', destructive: '■' };

/** The risk of a call: always an icon and a word. */
export function RiskMark({ risk }: { readonly risk: Risk }) {
  return (
    <span className={classNames(styles.mark, styles[risk])}>
      <span aria-hidden="true">{GLYPHS[risk]}</span>
      {RISK_WORDS[risk]}
    </span>
  );
}
