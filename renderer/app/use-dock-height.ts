import { useCallback } from 'react';

/** Publishes the dock's height as `--dock`, so that overlays of the panes end above it. */
export function useDockHeight(): (dock: HTMLElement | null) => (() => void) | undefined {
  return useCallback((dock) => {
    const group = dock?.closest<HTMLElement>('[data-group]');
    if (!dock || !group) return undefined;
    const watch = new ResizeObserver(() => group.style.setProperty('--dock', `${dock.offsetHeight}px`));
    watch.observe(dock);
    return () => {
      watch.disconnect();
      group.style.removeProperty('--dock');
    };
  }, []);
}
