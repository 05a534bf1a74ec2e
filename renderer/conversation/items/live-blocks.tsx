import { useDeferredValue } from 'react';
import { ChevronRight } from 'lucide-react';
import type { LiveBlock } from '../../store/session-slot.ts';
import { useLiveBlocks } from '../../store/selectors.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { formatDuration } from '../../time/duration.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { words } from '../words.ts';
import styles from './live-blocks.module.css';

/** The blocks the model is streaming. */
export function LiveBlocks({ sessionId }: { readonly sessionId: string }) {
  const blocks = useLiveBlocks(sessionId);
  const preparing = blocks.some((block) => block.kind === 'tool_input');
  return (
    <>
      {blocks.map((block) => block.kind !== 'tool_input' && <Live key={block.id} block={block} />)}
      {preparing && (
        <p className={styles.preparing}>
          <StatusGlyph state="running" />
          {words.preparingACall}
        </p>
      )}
    </>
  );
}

function Live({ block }: { readonly block: LiveBlock }) {
  // Parsing may lag behind a fast stream by a frame or two, to keep the page responsive.
  const text = useDeferredValue(block.text);
  if (block.kind === 'thinking') return <Thinking text={text} live />;
  return (
    <div className={styles.writing}>
      <Markdown text={text} />
      {block.broken && <p className={styles.preparing}>{words.moreIsComing}</p>}
    </div>
  );
}

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
