import type { CallRow } from '#shared/session/view.ts';
import { formatDuration } from './duration.ts';
import { barSegments, type Segment, type SegmentKind } from './segments.ts';

const WORDS: Readonly<Record<SegmentKind, string>> = {
  queued: 'queued',
  waiting: 'waited for you',
  running: 'ran',
  done: 'ran',
  failed: 'ran',
  denied: 'denied',
  cancelled: 'cancelled',
};

/** Describes the bar of a finished call with exact times: "Queued 4 ms, waited for you 2.1 s, ran 0.3 s". */
export function barWords(row: CallRow): string {
  const words = barSegments(row).flatMap(segmentWords).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function segmentWords({ kind, start, end }: Segment): string[] {
  if (end === null) return [`${WORDS[kind]} until now`];
  if (end > start) return [`${WORDS[kind]} ${formatDuration(end - start)}`];
  return kind === 'denied' || kind === 'cancelled' ? [WORDS[kind]] : [`${WORDS[kind]} under 1 ms`];
}
