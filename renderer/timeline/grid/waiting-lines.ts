import type { CallRow, PendingAsk } from '#shared/session/view.ts';
import { callIdOf, type GridEntry } from '../turns/turn-entries.ts';

/** The lines of calls that wait for the person and are outside the view, in order. */
export interface WaitingLines {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

interface WaitingInput {
  readonly entries: readonly GridEntry[];
  readonly calls: Readonly<Record<string, CallRow>>;
  /** The line of the head of the turn of a call. */
  readonly headOf: (callId: string) => number | undefined;
  /** The lines in view. */
  readonly shown: { readonly first: number; readonly last: number };
}

/** A call that is folded away counts where its agent's line is, or the head of its turn. */
export function waitingLines(
  asks: readonly Pick<PendingAsk, 'callId'>[],
  { entries, calls, headOf, shown: { first, last } }: WaitingInput,
): WaitingLines {
  const lines = asks.flatMap(({ callId }) => lineOf(callId) ?? []).sort((a, b) => a - b);
  return { above: lines.filter((line) => line < first), below: lines.filter((line) => line > last) };

  function lineOf(asking: string): number | undefined {
    for (let callId: string | undefined = asking; callId !== undefined; callId = calls[callId]?.parentCallId) {
      const line = entries.findIndex((entry) => callIdOf(entry) === callId);
      if (line >= 0) return line;
    }
    return headOf(asking);
  }
}
