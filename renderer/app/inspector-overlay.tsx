import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMediaQuery } from './use-media-query.ts';
import styles from './workspace.module.css';

/** The inspector over the panes of a slim window. Where it leaves nothing of them in sight it takes the focus, and gives it back when it goes. */
export function InspectorOverlay({ children }: { readonly children: ReactNode }) {
  const overlay = useRef<HTMLDivElement>(null);
  const coversAll = useMediaQuery('(max-width: 719px)');
  useLayoutEffect(() => {
    if (!coversAll) return undefined;
    const before = document.activeElement;
    overlay.current?.focus();
    return () => {
      // Once what was covered is in sight again; not from a place the focus has gone on to.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && (document.activeElement ?? document.body) === document.body) before.focus();
      });
    };
  }, [coversAll]);
  return (
    <div ref={overlay} tabIndex={-1} className={styles.overlay}>
      {children}
    </div>
  );
}
