import { Ban, Check, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import styles from './verdict-glyph.module.css';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
const GLYPHS: Record<RuleBehavior, ReactNode> = { deny: <Ban {...icon} />, ask: <CircleHelp {...icon} />, allow: <Check {...icon} /> };

/** An icon of its own shape for deny, ask and allow. The text is next to it. */
export function VerdictGlyph({ behavior }: { readonly behavior: RuleBehavior }) {
  return (
    <span className={styles.glyph} data-behavior={behavior}>
      {GLYPHS[behavior]}
    </span>
  );
}
