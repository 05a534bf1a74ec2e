import { useMemo } from 'react';
import { useNow } from '../../time/clock.ts';
import { words } from '../words.ts';
import { axisMarks, type AxisMarks } from './axis-marks.ts';
import { openFold, type TimeScale } from './time-axis.ts';
import type { TimeWindow } from './time-window.ts';
import styles from './time-header.module.css';

/** The marks of an axis that is `width` pixels wide; counts how long an open pause has grown. */
export function useAxisMarks(lane: { readonly scale: TimeScale; readonly window: TimeWindow } | undefined, width: number): AxisMarks {
  const now = useNow(lane && openFold(lane.scale) ? 1000 : null);
  const { scale, window } = lane ?? {};
  return useMemo(() => (scale && window ? axisMarks(window, width, scale, now) : NO_MARKS), [window, width, scale, now]);
}

const NO_MARKS: AxisMarks = { ticks: [], folds: [] };

/** The header of the time column: with one scale for all turns, its ticks. */
export function timeHeader(shared: AxisMarks | null) {
  if (!shared) return { children: words.time };
  return { 'aria-label': words.time, className: styles.axis, children: <Ticks marks={shared} /> };
}

const FOLD_WORDS = { idle: words.idleFold, waiting: words.waitFold, model: words.modelFold, retry: words.retryFold } as const;

/** The ticks of a scale, and the durations of its folds. */
export function Ticks({ marks: { ticks, folds } }: { readonly marks: AxisMarks }) {
  return (
    <>
      {folds.map(({ at, width, kind, length, label }) => {
        return (
          <span
            key={at}
            data-kind={kind}
            className={styles.foldHead}
            style={{ left: percent(at), width: percent(width) }}
            title={FOLD_WORDS[kind](length)}
          >
            {label && (
              <span className={styles.foldLabel} style={{ left: percent((label.at - at) / width), width: percent(label.width / width) }}>
                {label.text}
              </span>
            )}
          </span>
        );
      })}
      {ticks.map((tick) => (
        <span key={tick.at} className={styles.tick} style={{ left: percent(tick.at) }}>
          {tick.label}
        </span>
      ))}
    </>
  );
}

/** Behind the rows, as high as their turn and scrolled with them: a line per tick, a band per fold. */
export function TimeBackdrop({ marks, minHeight }: { readonly marks: AxisMarks; readonly minHeight?: number }) {
  return (
    <div className={styles.backdrop} style={{ minHeight }} aria-hidden="true">
      <div className={styles.lines} data-waterfall="">
        {marks.ticks.map((tick) => (
          <span key={tick.at} className={styles.line} style={{ left: percent(tick.at) }} />
        ))}
        {marks.folds.map((fold) => (
          <span key={fold.at} className={styles.fold} style={{ left: percent(fold.at), width: percent(fold.width) }} />
        ))}
      </div>
    </div>
  );
}

/** In front of the rows of a turn, not scrolled: the line of the current time. `top`: of the visible rows in the grid; `height`: theirs. Pixels. */
export function NowLine({ live, top, height }: { readonly live: string; readonly top: number; readonly height: number }) {
  return (
    <div className={styles.front} style={{ top }} aria-hidden="true">
      <div className={styles.lines} style={{ height }}>
        <span className={styles.nowLine} data-live={live} />
      </div>
    </div>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
