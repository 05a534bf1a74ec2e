import type { HTMLAttributes } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { barSegments, type Interval, isLive, waitTime, workTime } from '../../calls/call-times.ts';
import { mayRunOn, runsOnTime, stalledAtOf, useRunsOn } from '../../calls/use-runs-on.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { toAxis } from '../axis/time-axis.ts';
import { words } from '../words.ts';
import type { BarProps } from './bar.tsx';
import styles from './took.module.css';

/** How long a call ran, which counts up meanwhile; how long it waited for the user is the bar's, and in words with it. */
export function tookContent(
  sessionId: string,
  row: CallRow,
  waits?: readonly Interval[],
): Pick<HTMLAttributes<HTMLElement>, 'title' | 'children'> {
  if (row.state === 'waiting') return { title: words.waitsForYou };
  if (row.startedAt === undefined) return {};
  const waited = waitTime(row, engineNow(), waits);
  return {
    ...(waited > 0 && { title: words.waitedForYou(formatDuration(waited)) }),
    children: isLive(row) ? (
      <Counting row={row} waits={waits} />
    ) : mayRunOn(row) ? (
      <RunOnTook sessionId={sessionId} row={row} waits={waits} />
    ) : (
      formatDuration(workTime(row, 0, waits))
    ),
  };
}

function Counting({ row, waits }: Pick<BarProps, 'row' | 'waits'>) {
  return formatDuration(workTime(row, useNow(100), waits));
}

/** A command or an agent may have gone to the background: its call ends then, and it runs on. */
function RunOnTook({ sessionId, row, waits }: Pick<BarProps, 'sessionId' | 'row' | 'waits'>) {
  const runsOn = useRunsOn(sessionId, row);
  if (!runsOn) return formatDuration(workTime(row, 0, waits));
  if (runsOn.endedAt === undefined) return stalledAtOf(runsOn) === undefined ? words.inBackground : words.asksForInput;
  return <span title={words.ranInBackground}>{formatDuration(runsOnTime(runsOn, runsOn.endedAt, waits))}</span>;
}

/** Where a bar ends late, its duration stands before it. Fractions of the width. */
const [LATE, EARLY] = [0.6, 0.35];

/** How long a call ran, in the cell over that of its bar: beside the bar, or over the end of one that leaves no room. */
export function TookBeside({ sessionId, row, waits, scale, window }: BarProps) {
  const { children } = tookContent(sessionId, row, waits);
  const segments = barSegments(row, waits);
  const [first, last] = [segments[0], segments.at(-1)];
  if (children === undefined || !first || !last) return null;
  const share = (time: number): number => Math.min(Math.max((toAxis(scale, time) - window.from) / window.span, 0), 1);
  const [from, to] = [share(first.start), last.end === null ? 1 : share(last.end)];
  const before = to > LATE && from > EARLY;
  const room = `${((before ? 1 - from : to) * 100).toFixed(2)}%`;
  return (
    <span className={styles.place} data-before={before}>
      <span style={{ flexBasis: `calc(${room} + 4px)` }} />
      <span className={styles.label}>{children}</span>
    </span>
  );
}
