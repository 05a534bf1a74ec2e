import { useLayoutEffect } from 'react';

const counts = new Map<string, number>();

/**
 * Marks the document with `data-has-…` while something is shown that the styles of other parts depend on. A `:has()` of the whole document
 * would be computed again with each change.
 */
export function useRootMark(name: 'request' | 'dialog', isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    change(name, 1);
    return () => change(name, -1);
  }, [name, isShown]);
}

function change(name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  document.documentElement.toggleAttribute(`data-has-${name}`, count > 0);
}
