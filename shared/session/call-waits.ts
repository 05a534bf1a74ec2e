import type { CallRow } from './view.ts';

type Stretch = readonly [start: number, end: number];

/** When a call waited for the user, to be allowed and for what they type, in order. The last one may still be open: it then ends at `open`. */
export function callWaits(row: CallRow, open: number): readonly Stretch[] {
  const waits = answerWaits(row, open);
  return row.inputWaits ? [...waits, ...inputWaitsOf(row, open)] : waits;
}

/** When it waited for an answer, once for each question. */
export function answerWaits(row: CallRow, open: number): readonly Stretch[] {
  const { askedAt, answeredAt, earlierWaits = [] } = row;
  if (askedAt === undefined) return [];
  return [...earlierWaits, [askedAt, Math.max(askedAt, answeredAt ?? row.startedAt ?? row.finishedAt ?? open)]];
}

/** When its command waited for what the user types: parts of its run. */
export function inputWaitsOf({ inputWaits = [], finishedAt }: CallRow, open: number): readonly Stretch[] {
  return inputWaits.map(([start, end]): Stretch => [start, Math.max(start, end ?? finishedAt ?? open)]);
}

/** Whether its command seems to wait now for what the user types. */
export function waitsForInput({ state, inputWaits }: Pick<CallRow, 'state' | 'inputWaits'>): boolean {
  return state === 'running' && inputWaits?.at(-1)?.[1] === null;
}
