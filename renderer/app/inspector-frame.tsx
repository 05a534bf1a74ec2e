import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMediaQuery } from './use-media-query.ts';
import styles from './workspace.module.css';

/** The inspector. Where it leaves nothing of the panes in sight it takes the focus, and gives it back when it goes. */
export function InspectorFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const coversAll = useMediaQuery('(max-width: 719px)');
  useLayoutEffect(() => {
    if (!coversAll) return undefined;
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      // Once what was covered is in sight again; not from a place the focus has gone on to.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && (document.activeElement ?? document.body) === document.body) before.focus();
      });
    };
  }, [coversAll]);
  return (
    <div ref={frame} tabIndex={-1} className={styles.inspector}>
      {children}
    </div>
  );
}
