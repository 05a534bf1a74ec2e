import { useDeferredValue } from 'react';
import type { LiveBlock } from '../store/live-text.ts';
import { useLiveBlocks } from '../store/selectors.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { Markdown } from './markdown.tsx';
import { Thinking } from './thinking.tsx';
import { words } from './words.ts';
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
