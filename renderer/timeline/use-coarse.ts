import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionView } from '#shared/session/view.ts';

/** Sums over more calls than this are made at most every `PAUSE` milliseconds. */
const MANY = 1500;
const PAUSE = 250;

/** The view, held back a little in a very long session: for what is counted over all of its calls. */
export function useCoarse(view: SessionView | undefined): SessionView | undefined {
  const [held, setHeld] = useState(view);
  const many = (view?.callOrder.length ?? 0) > MANY && held?.sessionId === view?.sessionId;
  const behind = held !== view;
  const catchUp = useEffectEvent(() => setHeld(view));
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => catchUp(), many ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [behind, many]);
  return many ? held : view;
}
