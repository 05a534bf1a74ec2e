import { type CSSProperties, memo, type ReactNode } from 'react';
import type { ToolProgress } from '#shared/session/tool-view.ts';
import type { CallRow } from '#shared/session/view.ts';
import { useProgress } from '../../store/selectors.ts';
import { classNames } from '../../ui/class-names.ts';
import { stalledAtOf, useRunsOn } from '../../calls/use-runs-on.ts';
import { barSegments, type Interval, type Segment, type SegmentKind } from '../../calls/call-times.ts';
import { type TimeScale, toAxis } from '../axis/time-axis.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import { formatDuration } from '../../time/duration.ts';
import { PHASE_WORDS, words } from '../words.ts';
import styles from './bar.module.css';

/** Describes the bar of a finished call with exact times: "Queued 4 ms, waited for you 2.1 s, ran 0.3 s". */
export function barWords(row: CallRow, waits?: readonly Interval[]): string {
  const text = barSegments(row, waits).flatMap(segmentWords).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function segmentWords({ kind, start, end }: Segment): string[] {
  if (end === null) return [words.untilNow(PHASE_WORDS[kind])];
  const took = formatDuration(end - start);
  // Only what ran takes time until it is ended.
  if (end > start) return kind === 'cancelled' ? [`${PHASE_WORDS.running} ${took}`, words.stopped] : [`${PHASE_WORDS[kind]} ${took}`];
  return kind === 'denied' || kind === 'cancelled' ? [PHASE_WORDS[kind]] : [words.underOneMs(PHASE_WORDS[kind])];
}

export interface BarProps {
  readonly sessionId: string;
  readonly row: CallRow;
  /** When an agent’s calls waited for the user. */
  readonly waits?: readonly Interval[] | undefined;
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  /** The lane whose end moves its live edge. */
  readonly laneId: string;
  /** Whether its end moves. */
  readonly moving?: boolean | undefined;
}

/** A command or agent that ran on in the background, after its call ended. */
interface RunOn {
  readonly from: number;
  /** `null` while it runs. */
  readonly to: number | null;
  /** Since when it waits for what the user types. */
  readonly stalledAt?: number | undefined;
}

/** The waterfall bar of a running call, with its progress text. */
export function LiveBar(props: BarProps) {
  return <Bar {...props} progress={useProgress(props.sessionId, props.row.callId)} />;
}

/** The waterfall bar of a call whose command or agent may have run on in the background. */
export function RunOnCallBar(props: BarProps) {
  const { sessionId, row } = props;
  const runsOn = useRunsOn(sessionId, row);
  return <Bar {...props} from={row.finishedAt} to={runsOn && (runsOn.endedAt ?? null)} stalledAt={stalledAtOf(runsOn)} />;
}

/** The waterfall bar of one call. Live right edges follow `--now` (a fraction of the width), set by the shared clock. */
export const Bar = memo(function Bar({
  row,
  waits,
  scale,
  window,
  laneId,
  moving = false,
  progress,
  from,
  to,
  stalledAt,
}: BarProps & { readonly progress?: ToolProgress | undefined } & { readonly [K in keyof RunOn]?: RunOn[K] | undefined }) {
  const share = (time: number): number => (toAxis(scale, time) - window.from) / window.span;
  const segments = barSegments(row, waits);
  const first = segments[0];
  const last = segments.at(-1);
  if (!first || !last) return <div className={styles.track} />;
  const outside = last.end !== null && share(last.end) < 0 ? 'before' : share(first.start) > 1 ? 'after' : undefined;
  const text = last.kind === 'running' ? progress?.text : undefined;
  return (
    <div className={styles.track}>
      {outside !== undefined && (
        <span className={styles[outside]} aria-hidden="true">
          {outside === 'before' ? '‹' : '›'}
        </span>
      )}
      {segments.map((segment, index) => {
        const style = segmentStyle(segment.kind, share(segment.start), segment.end === null ? null : share(segment.end));
        if (!style) return null;
        return (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- recycled rows reuse the bar of the row they replace.
            key={index}
            className={classNames(styles.segment, styles[segment.kind], index > 0 && styles.joined)}
            {...(segment.end === null && { 'data-live': laneId })}
            style={style}
          >
            {segment.kind === 'running' && progress?.fraction !== undefined && (
              <span className={styles.progress} style={{ width: percent(progress.fraction) }} />
            )}
            {segment.kind === 'running' && text !== undefined && <span className={styles.inside}>{text}</span>}
          </span>
        );
      })}
      {from !== undefined && to !== undefined && (
        <RunOnBar from={from} to={to} stalledAt={stalledAt} share={share} live={moving ? laneId : undefined} />
      )}
      {cuts(segments, scale, share).map((at) => (
        <span key={at} className={styles.cut} style={{ left: percent(at) }} aria-hidden="true" />
      ))}
    </div>
  );
});

/** Beside what came after the call: as far as the scale reaches, which isn't stretched for it. */
function RunOnBar({
  from,
  to,
  stalledAt,
  share,
  live,
}: RunOn & { readonly share: (time: number) => number; readonly live: string | undefined }) {
  const until = stalledAt === undefined ? to : Math.max(from, stalledAt);
  return (
    <>
      {until !== from && (
        <RunOnPart kind="background" from={share(from)} to={until === null ? null : share(until)} live={live}>
          {to === null && <span className={styles.inside}>{words.inBackground}</span>}
        </RunOnPart>
      )}
      {stalledAt !== undefined && <RunOnPart kind="waiting" from={share(until ?? from)} to={null} live={live} />}
    </>
  );
}

interface RunOnPartProps {
  readonly kind: 'background' | 'waiting';
  /** Shares of the window. */
  readonly from: number;
  readonly to: number | null;
  readonly live: string | undefined;
  readonly children?: ReactNode;
}

function RunOnPart({ kind, from, to, live, children }: RunOnPartProps) {
  const grows = to === null && live !== undefined;
  const style = segmentStyle('running', from, grows ? null : (to ?? BEYOND));
  if (!style) return null;
  return (
    <span
      className={classNames(styles.segment, styles[kind], styles.joined)}
      data-open={to === null}
      {...(grows && { 'data-live': live })}
      style={style}
    >
      {children}
    </span>
  );
}

/** Where a wait is drawn shorter than it was: in the middle of what it has of each fold. */
function cuts(segments: readonly Segment[], scale: TimeScale, share: (time: number) => number): readonly number[] {
  if (scale.folds.length === 0) return [];
  return segments.flatMap(({ kind, start, end }) => {
    if (kind !== 'waiting' || end === null) return [];
    return scale.folds.flatMap(({ from, to }) => {
      const [left, right] = [Math.max(start, from), Math.min(end, to)];
      const at = (share(left) + share(right)) / 2;
      return right > left && at >= 0 && at <= 1 && share(right) - share(left) > 0.05 ? [at] : [];
    });
  });
}

/** Minimum width of zero-length marks, as in the style sheet; other bars have 3 px. */
const MIN_WIDTH_PX: { readonly [K in SegmentKind]?: number } = { denied: 14, cancelled: 6 };

/** Just outside of the window. */
const BEYOND = 1.01;

/** Clipped to the window, since off-screen parts would make huge boxes; nothing if completely outside. */
function segmentStyle(kind: SegmentKind, from: number, to: number | null): CSSProperties | undefined {
  const start = Math.max(from, -0.01);
  if (to === null) return { left: percent(start), width: `calc((var(--now) - ${start.toFixed(5)}) * 100%)` };
  const end = Math.min(to, BEYOND);
  if (end < 0 || from > 1) return undefined;
  return { left: `min(${percent(start)}, 100% - ${MIN_WIDTH_PX[kind] ?? 3}px)`, width: percent(Math.max(0, end - start)) };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
