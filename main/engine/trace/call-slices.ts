import type { Span } from '#shared/session/call-record.ts';
import { answerWaits, callWaits } from '#shared/session/call-waits.ts';
import type { CallRow } from '#shared/session/view.ts';
import { shorten } from '#shared/shorten.ts';

/** What a trace may include of a call besides its times. It may contain secrets. */
export interface CallTexts {
  readonly input: unknown;
}

const MAX_NAME = 120;
const MAX_TEXT = 2000;

/** A call with its waits and pipeline steps nested inside. */
export function callSlices(row: CallRow, spans: readonly Span[], now: number, texts: CallTexts | undefined): readonly Slice[] {
  const start = row.queuedAt;
  const end = Math.max(start, row.finishedAt ?? now);
  const inside = (name: string, category: string, from: number, to: number, args: Slice['args'] = {}): Slice => ({
    name,
    category,
    args,
    start: Math.min(Math.max(from, start), end),
    end: Math.min(Math.max(to, from, start), end),
  });
  const name = texts === undefined ? row.toolName : shorten(`${row.toolName} ${row.view.summary}`, MAX_NAME);
  const slices: Slice[] = [{ name, category: row.state, start, end, args: callArgs(row, texts) }];
  const waits = callWaits(row, end);
  const begins = answerWaits(row, end)[0]?.[0] ?? row.startedAt ?? end;
  if (begins > start) slices.push(inside('queued', 'queued', start, begins));
  for (const wait of waits) slices.push(inside('waiting for you', 'waiting', ...wait));
  for (const span of spans) slices.push(inside(span.step, 'step', span.start, span.end, { outcome: span.outcome }));
  // A call that is still running, or was cut off, has no recorded steps yet.
  if (spans.length === 0 && row.startedAt !== undefined) slices.push(inside('run', 'step', row.startedAt, end));
  return slices;
}

function callArgs({ callId, toolName, state, exitCode, decision, view, finishedAt }: CallRow, texts: CallTexts | undefined): Slice['args'] {
  return {
    callId: shorten(callId, MAX_NAME),
    tool: shorten(toolName, MAX_NAME),
    state,
    ...(finishedAt === undefined && { unfinished: true }),
    ...(exitCode !== undefined && { exitCode }),
    ...(decision && { decision: decision.behavior, reason: decision.reason }),
    ...(texts && {
      summary: shorten(view.summary, MAX_TEXT),
      input: shorten(JSON.stringify(texts.input) ?? '', MAX_TEXT),
      ...(view.outcome !== undefined && { outcome: shorten(view.outcome, MAX_TEXT) }),
      ...(decision?.rule !== undefined && { rule: shorten(decision.rule, MAX_TEXT) }),
    }),
  };
}

/** A span of time on one track. Times are epoch milliseconds. */
export interface Slice {
  readonly name: string;
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Slices of one track in order, each fully inside the one it starts in: trace viewers reject partial overlaps. Clocks of different parts of
 * a call differ by a millisecond or so; what sticks out is cut.
 */
export function nestedSlices(slices: readonly Slice[]): readonly Slice[] {
  const ordered = slices.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const open: Slice[] = [];
  return ordered.map((slice) => {
    let outer = open.at(-1);
    while (outer !== undefined && outer.end <= slice.start) {
      open.pop();
      outer = open.at(-1);
    }
    const end = Math.max(slice.start, Math.min(slice.end, outer?.end ?? slice.end));
    const cut = end === slice.end ? slice : { ...slice, end };
    open.push(cut);
    return cut;
  });
}

/** Distributes overlapping slices over as few tracks as possible: each goes to the first track that is free when it starts. */
export function intoTracks<T extends { readonly start: number; readonly end: number }>(stretches: readonly T[]): readonly (readonly T[])[] {
  const tracks: { readonly stretches: T[]; until: number }[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.start - b.start)) {
    let track = tracks.find(({ until }) => until <= stretch.start);
    if (track === undefined) {
      track = { stretches: [], until: 0 };
      tracks.push(track);
    }
    track.stretches.push(stretch);
    track.until = Math.max(stretch.start, stretch.end);
  }
  return tracks.map(({ stretches: placed }) => placed);
}
