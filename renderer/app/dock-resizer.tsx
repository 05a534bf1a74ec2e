import { type CSSProperties, type PointerEvent, useState } from 'react';
import { words } from './words.ts';
import styles from './workspace.module.css';

const KEY = 'gatehouse.queue-height';
/** Percent of the panes' height. The message box and some of the conversation stay in sight. */
const LIMITS = { min: 25, max: 80 } as const;
/** As in the style sheet. */
const BY_DEFAULT = 48;
const STEP = 5;

/** The greatest height that the person gave the queue, as a CSS variable; none by default. Kept for the next start. */
export function useDockShare(): {
  readonly share: number | undefined;
  readonly style: CSSProperties;
  readonly setShare: (share?: number) => void;
} {
  const [share, set] = useState(storedShare);
  const setShare = (wanted?: number): void => {
    const next = wanted === undefined ? undefined : Math.round(Math.min(LIMITS.max, Math.max(LIMITS.min, wanted)));
    set(next);
    if (next === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(next));
  };
  const style: CSSProperties & { '--dock-share'?: string } = share === undefined ? {} : { '--dock-share': `${share}%` };
  return { share, style, setShare };
}

function storedShare(): number | undefined {
  const stored = Number(localStorage.getItem(KEY));
  return stored >= LIMITS.min && stored <= LIMITS.max ? stored : undefined;
}

/** The lower edge of the queue: dragged, or moved with the arrow keys, it changes how much of a long request is in sight. A double click resets it. */
export function DockResizer({ share, setShare }: Pick<ReturnType<typeof useDockShare>, 'share' | 'setShare'>) {
  const shareAt = (edge: HTMLElement, y: number): number => {
    const dock = edge.parentElement?.getBoundingClientRect();
    const room = edge.parentElement?.parentElement?.clientHeight ?? 0;
    return dock === undefined || room === 0 ? LIMITS.min : ((y - dock.top) / room) * 100;
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setShare(shareAt(event.currentTarget, event.clientY));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={words.resizeQueue}
      aria-valuemin={LIMITS.min}
      aria-valuemax={LIMITS.max}
      aria-valuenow={share ?? BY_DEFAULT}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys move it
      tabIndex={0}
      className={styles.dockResizer}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => setShare()}
      onKeyDown={(event) => {
        const way = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
        if (way === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const { bottom } = event.currentTarget.getBoundingClientRect();
        setShare((share ?? shareAt(event.currentTarget, bottom)) + way);
      }}
    />
  );
}
