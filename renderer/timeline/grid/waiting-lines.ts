import type { CallRow, PendingAsk } from '#shared/session/view.ts';
import { callIdOf, type GridEntry, type TurnLines } from '../turns/turn-entries.ts';

interface GridLines {
  readonly entries: readonly GridEntry[];
  readonly groups: readonly TurnLines[];
  readonly calls: Readonly<Record<string, CallRow>>;
}

/** The lines of the calls that wait for the person, in order. One that is folded away counts where its agent is, or the head of its turn. */
export function waitingLines(asks: readonly Pick<PendingAsk, 'callId'>[], { entries, groups, calls }: GridLines): readonly number[] {
  return asks.flatMap(({ callId }) => lineOf(callId) ?? []).sort((a, b) => a - b);

  function lineOf(asking: string): number | undefined {
    let queuedAt: number | undefined;
    for (let callId: string | undefined = asking; callId !== undefined; callId = calls[callId]?.parentCallId) {
      const line = entries.findIndex((entry) => callIdOf(entry) === callId);
      if (line >= 0) return line;
      queuedAt = calls[callId]?.queuedAt ?? queuedAt;
    }
    return groups.findLast(({ turn }) => queuedAt !== undefined && turn.startedAt <= queuedAt)?.from;
  }
}

/** Those outside the view. */
export interface WaitingOutside {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

const NONE: WaitingOutside = { above: [], below: [] };
/** With fewer lines in view, the marks have no room. */
const FEWEST_LINES = 3;

/** `shown`: the first line in view, and the last. */
export function waitingOutside(lines: readonly number[], shown: { readonly first: number; readonly last: number }): WaitingOutside {
  if (shown.last - shown.first + 1 < FEWEST_LINES) return NONE;
  return { above: lines.filter((line) => line < shown.first), below: lines.filter((line) => line > shown.last) };
}
