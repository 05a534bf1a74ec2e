import type { Span } from '#shared/session/call-record.ts';
import { callWaits } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, totalLength, within } from '../calls/call-times.ts';

/** A step of a call, or what of it the call waited for the user. */
export interface StepRow {
  /** `waited`: in the step before it in the list. `waitedBefore`: before the first step, when it was asked about before its turn. */
  readonly step: string | { readonly type: 'waited' | 'waitedBefore' };
  readonly outcome: Span['outcome'] | 'waiting';
  readonly duration: number;
  /** Fractions of the whole, 0..1. */
  readonly from: number;
  readonly width: number;
}

/** Of the whole time; less can’t be seen. */
const LEAST_SHARE = 0.005;

/** The steps of a call over its whole time, each with the part that it waited. */
export function stepRows(spans: readonly Span[], waits: readonly Interval[]): readonly StepRow[] {
  const [firstStep, end] = [Math.min(...spans.map((span) => span.start)), Math.max(...spans.map((span) => span.end))];
  const waited = mergeIntervals([...waits]);
  const before = within([Number.NEGATIVE_INFINITY, firstStep], waited);
  const start = before[0]?.[0] ?? firstStep;
  const whole = Math.max(1, end - start);
  const place = ([from, to]: Interval) => ({ from: (from - start) / whole, width: Math.max(0, to - from) / whole });
  const waitRow = (type: 'waited' | 'waitedBefore', parts: readonly Interval[]): StepRow[] => {
    const [first, last] = [parts[0], parts.at(-1)];
    const duration = totalLength(parts);
    // A wait that ends with the call reaches a little into what follows it.
    if (!first || !last || duration < whole * LEAST_SHARE) return [];
    return [{ step: { type }, outcome: 'waiting', duration, ...place([first[0], last[1]]) }];
  };
  return [
    ...waitRow('waitedBefore', spans.length === 0 ? [] : before),
    ...spans.flatMap((span): StepRow[] => [
      { step: span.step, outcome: span.outcome, duration: Math.max(0, span.end - span.start), ...place([span.start, span.end]) },
      ...waitRow('waited', within([span.start, span.end], waited)),
    ]),
  ];
}

/** When a call that has ended waited for the user; an agent also while its calls did (`below`). */
export function waitsOfCall(row: CallRow, below: readonly Interval[] = []): readonly Interval[] {
  const end = row.finishedAt ?? row.queuedAt;
  return [...callWaits(row, end), ...within([row.startedAt ?? end, end], below)];
}
