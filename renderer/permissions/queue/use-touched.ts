import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWindow } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { responseOf } from './response-of.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The responses that asked when the person touched the queue, by the project’s folder, until its queue is empty. The queue is removed while
 * another project is opened.
 */
const touchedIn = new Map<string, ReadonlySet<string>>();

const TOUCHES = ['focusin', 'keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

/**
 * The responses of which a request was listed while the person had the focus or the pointer in the queue, or scrolled or pressed there. What a
 * later response asks is untouched.
 */
export function useTouched(queue: RefObject<HTMLElement | null>, projectDir: string, asks: readonly QueuedAsk[]): ReadonlySet<string> {
  const [, setCount] = useState(0);
  const isLoading = useWindow((state) => state.asksPending);
  const isPointedAt = useRef(false);
  const waits = asks.length > 0;
  const touch = useEffectEvent(() => {
    const state = useWindow.getState();
    const before = touchedIn.get(projectDir) ?? NONE;
    const after = new Set([...before, ...asks.flatMap((ask) => responseOf(state, ask) ?? [])]);
    if (after.size === before.size) return;
    touchedIn.set(projectDir, after);
    setCount((count) => count + 1);
  });
  useEffect(() => {
    const element = queue.current;
    if (!element) return undefined;
    const touched = () => touch();
    const point = ({ type }: PointerEvent) => {
      isPointedAt.current = type === 'pointerenter';
    };
    for (const type of TOUCHES) element.addEventListener(type, touched, { passive: true, capture: true });
    for (const type of POINTS) element.addEventListener(type, point);
    return () => {
      for (const type of TOUCHES) element.removeEventListener(type, touched, { capture: true });
      for (const type of POINTS) element.removeEventListener(type, point);
    };
  }, [queue]);
  useEffect(() => {
    if (!waits && !isLoading) touchedIn.delete(projectDir);
  }, [projectDir, waits, isLoading]);
  // What comes up under the person’s eyes keeps the place in which it came up.
  useEffect(() => {
    if (isPointedAt.current || queue.current?.contains(document.activeElement) === true) touch();
  }, [queue, asks]);
  return touchedIn.get(projectDir) ?? NONE;
}

const POINTS = ['pointerenter', 'pointerleave'] as const;
