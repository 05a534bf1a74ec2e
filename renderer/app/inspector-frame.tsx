import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMediaQuery } from './use-media-query.ts';
import styles from './workspace.module.css';

/** The inspector. Where it covers the panes completely it takes the focus, and restores it when closed. */
export function InspectorFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const coversAll = useMediaQuery('(max-width: 719px)');
  useLayoutEffect(() => {
    if (!coversAll) return undefined;
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      // After the covered panes are visible again, and only if the focus hasn't moved on.
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
