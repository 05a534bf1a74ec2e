import { useEffect, useEffectEvent, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';

/** With more calls than this, totals are recomputed at most every `PAUSE` milliseconds. */
const MANY = 1500;
const PAUSE = 250;

/** The view, throttled in a very long session: for computations over all calls. */
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

const known = new WeakMap<SessionView, readonly CallRow[]>();

/** All rows in the order of their requests. Computed once per view, shared by all components. */
export function callsOf(view: SessionView): readonly CallRow[] {
  const rows = known.get(view);
  if (rows) return rows;
  const fresh = view.callOrder.flatMap((callId) => view.calls[callId] ?? []);
  known.set(view, fresh);
  return fresh;
}
