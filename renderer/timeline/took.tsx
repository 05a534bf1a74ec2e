import type { CallRow } from '#shared/session/view.ts';
import { useNow } from './clock.ts';
import { formatDuration } from './duration.ts';
import { isLive, waitTime, workTime } from './segments.ts';
import { words } from './words.ts';
import styles from './timeline.module.css';

/** A call's duration; counts up while it runs or waits. Empty while scrolling too fast to read. */
export function Took({ row, flying }: { readonly row: CallRow; readonly flying: boolean }) {
  if (flying) return <Cell />;
  return isLive(row) && row.state !== 'queued' ? <Counting row={row} /> : <Cell {...durationText(row, 0)} />;
}

function Counting({ row }: { readonly row: CallRow }) {
  return <Cell {...durationText(row, useNow(100))} />;
}

function Cell({ text, title }: DurationText) {
  return (
    <div role="gridcell" className={styles.took} title={title}>
      {text}
    </div>
  );
}

interface DurationText {
  readonly text?: string;
  readonly title?: string;
}

function durationText(row: CallRow, now: number): DurationText {
  if (row.state === 'queued') return {};
  const waited = waitTime(row, now);
  if (row.state === 'waiting') return { text: formatDuration(waited), title: words.waitsForYou };
  if (row.startedAt === undefined) return {};
  return { text: formatDuration(workTime(row, now)), ...(waited > 0 && { title: words.waitedForYou(formatDuration(waited)) }) };
}
