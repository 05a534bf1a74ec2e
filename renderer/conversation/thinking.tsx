import { ChevronRight } from 'lucide-react';
import { formatDuration } from '../time/duration.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { words } from './words.ts';
import styles from './thinking.module.css';

interface ThinkingProps {
  readonly text: string;
  /** Duration if known. Milliseconds. */
  readonly ms?: number | undefined;
  readonly live?: boolean | undefined;
}

/** The model's thinking, collapsed. */
export function Thinking({ text, ms, live = false }: ThinkingProps) {
  return (
    <details className={styles.thinking}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        {live ? words.thinking : ms === undefined ? words.thought : words.thoughtFor(formatDuration(ms))}
        {live && <StatusGlyph state="running" />}
      </summary>
      <div className={styles.text}>{text}</div>
    </details>
  );
}
