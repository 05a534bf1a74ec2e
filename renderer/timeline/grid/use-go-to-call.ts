import { useEffect, useEffectEvent } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { callIdOf, type GridEntry } from '../turns/turn-entries.ts';

interface GoToCallInput {
  readonly entries: readonly GridEntry[];
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly moveTo: (index: number) => void;
}

/** Moves to the line of a call each time another object is wanted, once what hid it is open; inside a folded agent, to the agent’s. */
export function useGoToCall(wanted: { readonly callId: string } | null, { entries, calls, moveTo }: GoToCallInput): void {
  const go = useEffectEvent((callId: string) => {
    let index = -1;
    for (let id: string | undefined = callId; id !== undefined && index < 0; id = calls[id]?.parentCallId)
      index = entries.findIndex((entry) => callIdOf(entry) === id);
    if (index >= 0) moveTo(index);
  });
  useEffect(() => {
    if (wanted) go(wanted.callId);
  }, [wanted]);
}
