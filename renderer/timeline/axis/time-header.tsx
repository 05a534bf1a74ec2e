import { formatDuration } from '../../time/duration.ts';
import { toAxis, type TimeScale } from './time-axis.ts';
import type { Tick, TimeWindow } from './time-window.ts';
import { words } from '../words.ts';
import styles from './time-header.module.css';

export interface TimeHeaderProps {
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  readonly marks: readonly Tick[];
}

/** The header of the time column: with one scale for all turns, its ticks. */
export function timeHeader(shared: TimeHeaderProps | null) {
  if (!shared) return { children: words.time };
  return { 'aria-label': words.time, className: styles.axis, children: <Ticks {...shared} /> };
}

/** The ticks of a scale, and the durations of its folds. */
export function Ticks({ scale, window, marks }: TimeHeaderProps) {
  const folds = visibleFolds(scale, window);
  const hasSpace = ({ at, label }: Tick): boolean =>
    !folds.some((fold) => fold.named && at < fold.at && at + (LABEL * (label.length + 2)) / 8 > fold.at);
  return (
    <>
      {marks.map((tick) => (
        <span key={tick.at} className={styles.tick} style={{ left: percent(tick.at) }}>
          {hasSpace(tick) && <span className={styles.label}>{tick.label}</span>}
        </span>
      ))}
      {folds.map((fold) => (
        <span key={fold.at} className={styles.foldLabel} style={{ left: percent(fold.at), width: percent(fold.width) }} title={fold.title}>
          {fold.named && <span className={styles.label}>{fold.text}</span>}
        </span>
      ))}
    </>
  );
}

/** Behind the rows, as high as their turn and scrolled with them: a line per tick, a band per fold. */
export function TimeBackdrop({ scale, window, marks, minHeight }: TimeHeaderProps & { readonly minHeight?: number }) {
  return (
    <div className={styles.backdrop} style={{ minHeight }} aria-hidden="true">
      <div className={styles.lines} data-waterfall="">
        {marks.map((tick) => (
          <span key={tick.at} className={styles.line} style={{ left: percent(tick.at) }} />
        ))}
        {visibleFolds(scale, window).map((fold) => (
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

/** Approximate width of a label of eight characters, as a fraction of the width. */
const LABEL = 0.18;

interface VisibleFold {
  readonly at: number;
  readonly width: number;
  /** Wide enough to show its duration. */
  readonly named: boolean;
  readonly text: string;
  readonly title: string;
}

function visibleFolds(scale: TimeScale, window: TimeWindow): VisibleFold[] {
  return scale.folds.flatMap((fold) => {
    const at = (toAxis(scale, fold.from) - window.from) / window.span;
    const width = fold.drawn / window.span;
    if (at > 1 || at + width < 0 || width < 0.004) return [];
    const length = formatDuration(fold.to - fold.from);
    return [
      {
        at,
        width,
        named: width > LABEL,
        text: `⋯ ${length}`,
        title: fold.kind === 'idle' ? words.idleFold(length) : words.waitFold(length),
      },
    ];
  });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
