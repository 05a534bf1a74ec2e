import { type RefObject, useCallback, useEffect, useState } from 'react';
import { rowId } from './changed-file-names.ts';

/** Below the upper edge of the list: what stands there is looked at. Pixels. */
const LOOKED_AT = 24;

export interface FileInView {
  readonly path: string | undefined;
  /** Marks a file that was gone to, which may be too near the end to come to the top. */
  readonly goneTo: (path: string) => void;
}

/** The file whose row stands at the top of the list. */
export function useFileInView(scroller: RefObject<HTMLElement | null>): FileInView {
  const [path, setPath] = useState<string>();
  const [target, setTarget] = useState<string>();
  // After each render: rows may have moved.
  useEffect(() => {
    const list = scroller.current;
    if (!list) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      const found = fileAtTop(list);
      if (found !== undefined) setPath(found);
      setTarget((to) => (to !== undefined && isShown(list, to) ? to : undefined));
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    // The person scrolls on.
    const leave = () => setTarget(undefined);
    onScroll();
    list.addEventListener('scroll', onScroll, { passive: true });
    list.addEventListener('wheel', leave, { passive: true });
    list.addEventListener('touchmove', leave, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      list.removeEventListener('scroll', onScroll);
      list.removeEventListener('wheel', leave);
      list.removeEventListener('touchmove', leave);
    };
  });
  const goneTo = useCallback((to: string) => setTarget(to), []);
  return { path: target ?? path, goneTo };
}

/** Whether the head of a file’s row is within the list. */
function isShown(list: HTMLElement, path: string): boolean {
  const row = list.querySelector(`#${CSS.escape(rowId(path))}`);
  if (!row) return false;
  const { top, bottom } = list.getBoundingClientRect();
  const at = row.getBoundingClientRect().top;
  return at > top - 2 && at < bottom;
}

function fileAtTop(list: HTMLElement): string | undefined {
  const edge = list.getBoundingClientRect().top + LOOKED_AT;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-open-files] > [data-path]')];
  // The rows stand one below the other: the first that ends below the edge.
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge) to = middle;
    else from = middle + 1;
  }
  return rows[from]?.dataset['path'];
}
