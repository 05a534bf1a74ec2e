import { ChevronRight } from 'lucide-react';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import styles from './thinking.module.css';

/** The model's thinking, folded away. */
export function Thinking({ text, live = false }: { readonly text: string; readonly live?: boolean | undefined }) {
  return (
    <details className={styles.thinking}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        {live ? 'Thinking' : 'Thought'}
        {live && <StatusGlyph state="running" />}
      </summary>
      <div className={styles.text}>{text}</div>
    </details>
  );
}
