import { type RefObject, useEffect, useState } from 'react';
import { useWindow } from '../../store/app-store.ts';

/** The folders of projects whose queue the person has touched since it was empty. The queue is removed while another project is opened. */
const touchedIn = new Set<string>();

const TOUCHES = ['focusin', 'keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/** Whether the person has focused, scrolled or pressed anything in the queue since it was empty. */
export function useTouched(queue: RefObject<HTMLElement | null>, projectDir: string, waits: boolean): boolean {
  const [, setCount] = useState(0);
  const isLoading = useWindow((state) => state.asksPending);
  useEffect(() => {
    const element = queue.current;
    if (!waits && !isLoading) touchedIn.delete(projectDir);
    if (!element || !waits) return undefined;
    const touch = () => {
      if (touchedIn.has(projectDir)) return;
      touchedIn.add(projectDir);
      setCount((count) => count + 1);
    };
    for (const type of TOUCHES) element.addEventListener(type, touch, { passive: true, capture: true });
    return () => {
      for (const type of TOUCHES) element.removeEventListener(type, touch, { capture: true });
    };
  }, [queue, projectDir, waits, isLoading]);
  return touchedIn.has(projectDir);
}
