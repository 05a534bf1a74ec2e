import { useDeferredValue } from 'react';
import { ChevronRight } from 'lucide-react';
import type { LiveText } from '../../store/live-block.ts';
import { useLiveBlocks } from '../../store/selectors.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { formatDuration } from '../../time/duration.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import { words } from '../words.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { IncomingCallProps } from './incoming-call.tsx';
import styles from './live-blocks.module.css';

const IncomingCallCard = onDemand<IncomingCallProps>(async () => (await import('./incoming-call.tsx')).IncomingCallCard);

/** The blocks the model is streaming. */
export function LiveBlocks({ sessionId }: { readonly sessionId: string }) {
  return useLiveBlocks(sessionId).map((block) =>
    block.kind === 'call' ? <IncomingCallCard key={block.id} call={block.call} /> : <Live key={block.id} block={block} />,
  );
}

function Live({ block }: { readonly block: LiveText }) {
  // Parsing may lag behind a fast stream by a frame or two, to keep the page responsive.
  const text = useDeferredValue(block.text);
  if (block.kind === 'thinking') return <Thinking text={text} live />;
  return (
    <div className={styles.writing}>
      <Markdown text={text} />
      {block.broken && <p className={styles.moreIsComing}>{words.moreIsComing}</p>}
    </div>
  );
}

interface ThinkingProps {
  readonly text: string;
  /** Duration if known. Milliseconds. */
  readonly ms?: number | undefined;
  readonly live?: boolean | undefined;
  /** Where it stands: it stays open there. */
  readonly kept?: { readonly sessionId: string; readonly id: string } | undefined;
}

const useOpen = keptState<boolean>('thinking', isBoolean);

/** The model's thinking, collapsed. */
export function Thinking({ text, ms, live = false, kept }: ThinkingProps) {
  const [open, setOpen] = useOpen(kept?.sessionId ?? '', kept?.id ?? null, false);
  return (
    <details className={styles.thinking} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        {live ? words.thinking : ms === undefined ? words.thought : words.thoughtFor(formatDuration(ms))}
        {live && <StatusGlyph state="running" />}
      </summary>
      <div className={styles.text}>{text}</div>
    </details>
  );
}
