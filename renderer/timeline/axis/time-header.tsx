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

/** The header of the time column: ticks, and the durations of folds. */
export function timeHeader(props: TimeHeaderProps) {
  return { 'aria-label': words.time, className: styles.axis, children: <Ticks {...props} /> };
}

function Ticks({ scale, window, marks }: TimeHeaderProps) {
  const folds = visibleFolds(scale, window);
  const hasSpace = (at: number): boolean => !folds.some((fold) => fold.named && at + LABEL > fold.at && at < fold.at + fold.width);
  return (
    <>
      {marks
        // Otherwise the tick's line would strike through a fold's label.
        .filter((tick) => hasSpace(tick.at))
        .map((tick) => (
          <span key={tick.label} className={styles.tick} style={{ left: percent(tick.at) }}>
            <span className={styles.label}>{tick.label}</span>
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

/** Behind the rows, as high as all of them and scrolled with them: a line per tick, a band per fold. `height`: minimum, in pixels. */
export function TimeBackdrop({ scale, window, marks, height }: TimeHeaderProps & { readonly height: number }) {
  return (
    <div className={styles.backdrop} style={{ minHeight: height }} aria-hidden="true">
      <div className={styles.lines} data-waterfall="">
        {marks.map((tick) => (
          <span key={tick.label} className={styles.line} style={{ left: percent(tick.at) }} />
        ))}
        {visibleFolds(scale, window).map((fold) => (
          <span key={fold.at} className={styles.fold} style={{ left: percent(fold.at), width: percent(fold.width) }} />
        ))}
      </div>
    </div>
  );
}

export interface TimeFrontProps {
  readonly live: boolean;
  /** The dragged selection, as fractions of the width. */
  readonly selection: { readonly start: number; readonly share: number } | null;
  /** Visible height of the rows, in pixels. */
  readonly height: number;
}

/** In front of the rows, not scrolled: the line of the current time and the dragged selection. */
export function TimeFront({ live, selection, height }: TimeFrontProps) {
  if (!live && !selection) return null;
  return (
    <div className={styles.front} aria-hidden="true">
      <div className={styles.lines} style={{ height }}>
        {live && <span className={styles.nowLine} data-live="" />}
        {selection && <span className={styles.dragging} style={{ left: percent(selection.start), width: percent(selection.share) }} />}
      </div>
    </div>
  );
}

/** Approximate width of a label, as a fraction of the width. */
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
