import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, useId, useMemo } from 'react';
import { runsOf, totalLength } from '../../calls/call-times.ts';
import { editedFilesOf } from '../../calls/edited-files.ts';
import { useNow } from '../../time/clock.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText, visibleWords } from '../../ui/display/visible-text.tsx';
import { absoluteTime, clockTime } from '../../ui/format.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { Ticks } from '../axis/time-header.tsx';
import { COLUMNS } from '../grid/columns.tsx';
import { words } from '../words.ts';
import { rowId } from '../grid/timeline-row.tsx';
import { headKey } from './turn-entries.ts';
import type { Lane } from './lanes.ts';
import { modelWorkTime, retryPauseTime } from '../../calls/model-work.ts';
import { turnTime } from '../../calls/turn-time.ts';
import type { Turn } from '../../calls/turns.ts';
import { ModelBand } from './model-band.tsx';
import { TurnStrip } from './turn-strip.tsx';
import styles from './turn-head.module.css';

export interface TurnHeadProps {
  readonly turn: Turn;
  readonly lane: Lane;
  /** How many of its calls the filter shows; `null` without a filter. */
  readonly matching: number | null;
  /** With one scale for all turns, the header of the grid has the ticks. */
  readonly oneScale: Lane | undefined;
  /** Its position among the lines of the grid. */
  readonly index: number;
  readonly active: boolean;
  /** Approximate width of the waterfall. Pixels. */
  readonly width: number;
  /** Of its own time scale. */
  readonly marks: AxisMarks;
  /** The conversation shows this turn, and there are others. */
  readonly isRead: boolean;
  /** Its calls aren’t shown. */
  readonly collapsed: boolean;
  /** Nobody can read it. */
  readonly isFastScroll: boolean;
  readonly onOpen: (turn: Turn) => void;
  readonly onToggle: (key: string) => void;
}

/** Longer than any pane, in characters. */
const MAX_TEXT = 200;
/** More are counted. */
const MAX_FILES = 8;

/**
 * The head of a turn: when it began and with which message, its time scale, how long it took, and its calls. One that is folded draws its
 * calls in one row and counts the files that it changed. While it passes too fast to be read, it only says when it began.
 */
export function TurnHead(props: TurnHeadProps) {
  const { turn, lane, index, active, collapsed, isFastScroll, isRead, onOpen } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the focus and handles the keys.
    <div
      role="row"
      id={rowId(headKey(turn))}
      aria-rowindex={index + 2}
      aria-level={1}
      {...(lane.rows.length > 0 && { 'aria-expanded': !collapsed })}
      aria-current={isRead}
      data-rewound={turn.rewound}
      data-active={active}
      className={styles.head}
      onClick={() => onOpen(turn)}
    >
      {isFastScroll ? <PassingCells {...props} /> : <Cells {...props} />}
    </div>
  );
}

function PassingCells({ turn }: TurnHeadProps) {
  return (
    <div role="rowheader" aria-colspan={COLUMNS.length} aria-label={beganAt(turn)} className={styles.cells}>
      <span />
      <span className={styles.message}>
        <time className={styles.startedAt}>{beganAt(turn)}</time>
      </span>
    </div>
  );
}

/** Hours and minutes. */
function beganAt({ startedAt }: Turn): string {
  return clockTime(startedAt).slice(0, -3);
}

/** “model 12 s · waited 4 s for the server · tools 3 s · waited 9 s for you”, as far as there was any. */
function partsOf({ rows, model }: Lane, waited: number, end: number): string {
  const [worked, paused, ran] = [modelWorkTime(model, end), retryPauseTime(model, end), totalLength(runsOf(rows, end))];
  return [
    ...(worked > 0 ? [words.modelTime(formatDuration(worked))] : []),
    ...(paused > 0 ? [words.retryTime(formatDuration(paused))] : []),
    ...(ran > 0 ? [words.toolTime(formatDuration(ran))] : []),
    ...(waited > 0 ? [words.waitedTime(formatDuration(waited))] : []),
  ].join(' · ');
}

function Cells({ turn, lane, matching, oneScale, collapsed, onToggle, width, marks }: TurnHeadProps) {
  // Counts up while the turn runs.
  useNow(turn.running ? 1000 : null);
  const hasCalls = lane.rows.length > 0;
  const known = turn.running ? engineNow() : (turn.endedAt ?? (hasCalls ? lane.axis.lastKnown : undefined));
  const end = known ?? turn.startedAt;
  const { took, waited } = turnTime(lane.rows, turn.startedAt, end, turn.pauses);
  const parts = partsOf(lane, waited, end);
  const partsId = useId();
  const tookText = known === undefined ? '' : formatDuration(took);
  const startedAt = beganAt(turn);
  const text = turn.text.slice(0, MAX_TEXT);
  const files = useMemo(() => (collapsed ? editedFilesOf(lane.rows) : []), [collapsed, lane.rows]);
  const fileCount = files.length > 0 ? words.fileCount(files.length) : undefined;
  const calls = turn.running && !hasCalls ? words.noCallsSoFar : words.callCount(lane.rows.length, matching);
  // Counts of the whole turn; a filter shows some of its calls.
  const troubles = matching === null ? (['failed', 'denied'] as const).filter((state) => lane[state] > 0) : [];
  const counts = [
    calls,
    ...(turn.failed ? [words.turnFailed] : []),
    ...troubles.map((state) => `${lane[state]} ${words.states[state]}`),
    ...(fileCount === undefined ? [] : [fileCount]),
  ];
  const tookHint = [waited > 0 ? words.turnTookBesides(formatDuration(waited)) : words.turnTook, parts].filter(Boolean).join('\n');
  return (
    <div
      role="rowheader"
      aria-colspan={COLUMNS.length}
      aria-label={[startedAt, visibleWords(text), ...(turn.rewound === true ? [words.rewound] : []), tookText, ...counts]
        .filter((part) => part !== '')
        .join(', ')}
      {...(parts !== '' && { 'aria-describedby': partsId })}
      style={{ '--took-length': tookText.length } as CSSProperties}
      className={styles.cells}
    >
      {hasCalls ? (
        <button
          type="button"
          tabIndex={-1}
          data-folds=""
          className={styles.toggle}
          aria-label={collapsed ? words.showTurn : words.hideTurn}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(headKey(turn));
          }}
        >
          {collapsed ? <ChevronRight size={13} aria-hidden="true" /> : <ChevronDown size={13} aria-hidden="true" />}
        </button>
      ) : (
        <span />
      )}
      <span className={styles.message} title={turn.text}>
        <span className={styles.lead}>
          <time className={styles.startedAt} title={absoluteTime(turn.startedAt)}>
            {startedAt}
          </time>
          <VisibleText text={text} className={styles.text} />
        </span>
        {turn.rewound === true && (
          <span className={styles.rewound} title={words.rewoundHint}>
            {words.rewound}
          </span>
        )}
        {fileCount !== undefined && (
          <span className={styles.files} title={words.filesChanged(files.slice(0, MAX_FILES), Math.max(0, files.length - MAX_FILES))}>
            {fileCount}
          </span>
        )}
      </span>
      <span className={styles.time} title={collapsed ? counts.join(', ') : undefined}>
        {collapsed && hasCalls ? (
          <TurnStrip rows={lane.rows} axis={oneScale ?? lane} width={width} now={end} />
        ) : (
          !oneScale && <Ticks marks={marks} />
        )}
        <ModelBand model={lane.model} axis={oneScale ?? lane} width={width} />
      </span>
      <span className={styles.took} title={tookHint}>
        {tookText}
      </span>
      <span className={styles.calls} title={counts.join(', ')}>
        {turn.failed && (
          <b>
            <StatusGlyph state="failed" /> {words.turnFailed}
          </b>
        )}
        {troubles.map((state) => (
          <b key={state}>
            <StatusGlyph state={state} />
            {lane[state]} <span className="visually-hidden">{words.states[state]}</span>
          </b>
        ))}
        {!(turn.failed && !hasCalls) && <span>{calls}</span>}
      </span>
      <span id={partsId} hidden>
        {parts}
      </span>
    </div>
  );
}
