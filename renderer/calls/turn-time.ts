import type { CallRow } from '#shared/session/view.ts';
import { totals } from './call-times.ts';

/** How long a turn took. Milliseconds. */
export interface TurnTime {
  /** Without the time in which calls waited for the user. */
  readonly took: number;
  readonly waited: number;
}

/** The one number for a turn, wherever it stands. `rows`: its calls; `to`: its end, or now. */
export function turnTime(rows: readonly CallRow[], from: number, to: number): TurnTime {
  const waited = Math.min(totals(rows, to).waiting, Math.max(0, to - from));
  return { took: Math.max(0, to - from - waited), waited };
}
