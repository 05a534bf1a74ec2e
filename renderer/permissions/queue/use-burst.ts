import { useEffect, useMemo, useState } from 'react';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { useWindow, type WindowState } from '../../store/app-store.ts';

/** A card takes no answer for longer than this after it came up. */
const AT_MOST_MS = 250;

/**
 * The requests of one answer come up together: a queue in which none waits but those set aside waits a moment while other calls of that answer
 * are being decided. So the panes below it move once, and the riskiest comes up first.
 */
export function useBurst(all: readonly QueuedAsk[], later: ReadonlySet<string>): readonly QueuedAsk[] {
  const [opened, setOpened] = useState(false);
  const aside = useMemo(() => all.filter(({ askId }) => later.has(askId)), [all, later]);
  const isEmpty = all.length === aside.length;
  const mayGrow = useWindow((state) => !opened && all.some((ask) => !later.has(ask.askId) && hasUndecided(state, ask)));
  const isOpen = opened || !mayGrow;
  useEffect(() => {
    if (isEmpty) return setOpened(false);
    if (isOpen) return setOpened(true);
    const timer = setTimeout(() => setOpened(true), AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [isEmpty, isOpen]);
  return isOpen ? all : aside;
}

/** Whether another call of the same answer is still to be decided. */
function hasUndecided({ sessions }: WindowState, { sessionId, callId }: QueuedAsk): boolean {
  const view = sessions[sessionId]?.view;
  const asking = view?.calls[callId];
  if (!view || !asking) return false;
  for (let at = view.callOrder.length - 1; at >= 0; at -= 1) {
    const call = view.calls[view.callOrder[at] ?? ''];
    if (call?.requestId !== asking.requestId) return false;
    if (call.state === 'queued' && call.decision === undefined) return true;
  }
  return false;
}
