import type { CSSProperties } from 'react';
import { EdgeResizer, type KeptSize, useKeptSize } from '../ui/edge-resizer.tsx';
import { words } from './words.ts';
import styles from './dock-resizer.module.css';

/** Percent of the panes' height. The message box and some of the conversation stay in sight. */
const LIMITS = { min: 25, max: 80 } as const;

/** The greatest height that the person gave the queue, as a CSS variable; none by default. Kept for the next start. */
export function useDockShare(): { readonly kept: KeptSize; readonly style: CSSProperties } {
  const kept = useKeptSize('gatehouse.queue-height', LIMITS);
  const style: CSSProperties & { '--dock-share'?: string } = kept.size === undefined ? {} : { '--dock-share': `${kept.size}%` };
  return { kept, style };
}

/** The lower edge of the queue, which changes how much of a long request is in sight. */
export function DockResizer({ kept, compact }: { readonly kept: KeptSize; readonly compact: boolean }) {
  return (
    <EdgeResizer
      label={words.resizeQueue}
      edge="bottom"
      limits={LIMITS}
      usual={compact ? 33 : 48}
      step={5}
      sizeAt={shareAt}
      className={styles.resizer}
      {...kept}
    />
  );
}

function shareAt(edge: HTMLElement, { y }: { readonly y: number }): number {
  const dock = edge.parentElement?.getBoundingClientRect();
  const room = edge.parentElement?.parentElement?.clientHeight ?? 0;
  return dock === undefined || room === 0 ? LIMITS.min : ((y - dock.top) / room) * 100;
}
