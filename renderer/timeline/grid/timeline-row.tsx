import { type CSSProperties, memo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATE_WORDS, StatusGlyph } from '../../ui/status-glyph.tsx';
import { Bar, barWords, LiveBar } from './bar.tsx';
import { decisionChip } from '../../calls/decision-words.ts';
import { RowSummary } from './row-summary.tsx';
import { isLive, waitTime, workTime } from '../../calls/call-times.ts';
import type { TimeScale } from '../axis/time-axis.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import { ToolName } from './tool-name.tsx';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { words } from '../words.ts';
import styles from '../timeline.module.css';

export interface TimelineRowProps {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly level: number;
  readonly hasChildren: boolean;
  readonly index: number;
  readonly top: number;
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  readonly besideAbove: boolean;
  readonly besideBelow: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly collapsed: boolean;
  /** Doesn't match the filter itself. */
  readonly context: boolean;
  /** Scrolling too fast to read: texts are left out. */
  readonly flying: boolean;
  readonly onActivate: (callId: string) => void;
  readonly onToggle: (callId: string) => void;
}

/** One call: state, tool, summary, bar, duration, decision. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { sessionId, row, level, hasChildren, index, top, scale, window, active, selected, collapsed, context, flying } = props;
  const { besideAbove, besideBelow, onActivate, onToggle } = props;
  const { callId } = row;
  const chip = flying ? undefined : decisionChip(row);
  const BarOf = row.state === 'running' ? LiveBar : Bar;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the focus and handles the keys.
    <div
      role="row"
      id={rowId(callId)}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={selected}
      {...(hasChildren && { 'aria-expanded': !collapsed })}
      data-active={active}
      data-settled={!isLive(row)}
      data-state={row.state}
      data-context={context}
      className={styles.row}
      style={{ top, '--level': level } as CSSProperties}
      onClick={() => onActivate(callId)}
    >
      <div role="gridcell" className={styles.glyph} title={STATE_WORDS[row.state]}>
        <StatusGlyph state={row.state} label={STATE_WORDS[row.state]} />
      </div>
      <div role="gridcell" className={styles.tool} title={flying ? undefined : row.toolName}>
        <ToolName row={row} />
      </div>
      <RowSummary sessionId={sessionId} row={row} hasChildren={hasChildren} collapsed={collapsed} flying={flying} onToggle={onToggle} />
      <div
        role="gridcell"
        className={styles.waterfall}
        data-bar={callId}
        data-beside-above={besideAbove}
        data-beside-below={besideBelow}
        aria-label={flying ? undefined : barWords(row)}
      >
        <BarOf sessionId={sessionId} row={row} scale={scale} window={window} />
      </div>
      <Took row={row} flying={flying} />
      <div role="gridcell" className={styles.decision}>
        {chip && (
          <Badge tone={chip.tone} title={chip.title}>
            {chip.text}
          </Badge>
        )}
      </div>
    </div>
  );
});

export function rowId(callId: string): string {
  return `timeline-row-${callId}`;
}

/** A call's duration; counts up while it runs or waits. Empty while scrolling too fast to read. */
function Took({ row, flying }: { readonly row: CallRow; readonly flying: boolean }) {
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
