import { useCallback } from 'react';

/** Tells the styles beside it how high the dock is, as `--dock`: what lies over the panes ends above it. */
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
