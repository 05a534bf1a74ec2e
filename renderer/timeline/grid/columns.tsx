import type { CSSProperties, HTMLAttributes } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { isLive, waitTime, workTime } from '../../calls/call-times.ts';
import { decisionChip } from '../../calls/decision-words.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { STATE_WORDS } from '../../ui/words.ts';
import { timeHeader, type TimeHeaderProps } from '../axis/time-header.tsx';
import { words } from '../words.ts';
import { Bar, barWords, LiveBar, type BarProps } from './bar.tsx';
import { summaryCell, type SummaryProps } from './row-summary.tsx';
import { ToolName } from './tool-name.tsx';
import styles from '../timeline.module.css';

type Attributes = HTMLAttributes<HTMLElement> & { readonly [data: `data-${string}`]: string | boolean };

/** What a cell is made from. */
export interface CellProps extends BarProps, SummaryProps {
  /** Runs in parallel with the row above or below. */
  readonly besideAbove: boolean;
  readonly besideBelow: boolean;
  /** How other rules would decide it, while they are replayed. */
  readonly replayed: ReplayMark | undefined;
}

interface Column {
  /** Also names the column's line in the grid, for what is drawn across all rows. */
  readonly id: string;
  /** In a pane of 600 px or more, of 430 px or more, and below; `null`: not shown. */
  readonly widths: readonly [wide: string, medium: string | null, narrow: string | null];
  /** `shared`: the scale of all turns, where they have one. */
  readonly header: (shared: TimeHeaderProps | null) => Attributes;
  readonly cell: (props: CellProps) => Attributes;
}

/** The columns in order: width, header and cell of each. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'state',
    widths: ['22px', '22px', '20px'],
    header: () => ({ children: <span className="visually-hidden">{words.state}</span> }),
    cell: ({ row: { state } }) => ({
      className: styles.glyph,
      title: STATE_WORDS[state],
      children: <StatusGlyph state={state} label={STATE_WORDS[state]} />,
    }),
  },
  {
    id: 'tool',
    widths: ['var(--tool)', 'var(--tool)', null],
    header: () => ({ className: styles.tool, children: words.tool }),
    cell: ({ row, isFastScroll }) => ({
      className: styles.tool,
      ...(!isFastScroll && { title: row.toolName }),
      children: <ToolName row={row} />,
    }),
  },
  {
    id: 'what',
    widths: ['minmax(110px, 1fr)', 'minmax(96px, 1fr)', 'minmax(90px, 1fr)'],
    header: () => ({ children: words.what }),
    cell: summaryCell,
  },
  {
    id: 'time',
    widths: ['minmax(120px, 1.25fr)', 'minmax(110px, 1.1fr)', 'minmax(90px, 1fr)'],
    header: timeHeader,
    cell: ({ sessionId, row, scale, window, laneId, besideAbove, besideBelow, isFastScroll }) => {
      const BarOf = row.state === 'running' ? LiveBar : Bar;
      return {
        className: styles.waterfall,
        'data-bar': row.callId,
        'data-beside-above': besideAbove,
        'data-beside-below': besideBelow,
        ...(!isFastScroll && { 'aria-label': barWords(row) }),
        children: <BarOf sessionId={sessionId} row={row} scale={scale} window={window} laneId={laneId} />,
      };
    },
  },
  {
    id: 'took',
    widths: ['58px', '56px', '54px'],
    header: () => ({ className: styles.took, children: words.took }),
    cell: ({ row, isFastScroll }) => ({ className: styles.took, ...(!isFastScroll && tookContent(row)) }),
  },
  {
    id: 'decision',
    widths: ['128px', null, null],
    header: () => ({ className: styles.decision, children: words.decided }),
    cell: ({ row, replayed, isFastScroll }) => {
      const chip = isFastScroll ? undefined : (replayed ?? decisionChip(row));
      return {
        className: styles.decision,
        children: chip && (
          <Badge tone={chip.tone} title={chip.title}>
            {chip.text}
          </Badge>
        ),
      };
    },
  },
];

/** The narrowest pane that shows a column; the style sheet hides its cells in narrower ones. */
export function shownFrom({ widths: [, medium, narrow] }: Column): 'wide' | 'medium' | 'narrow' {
  if (narrow !== null) return 'narrow';
  return medium === null ? 'wide' : 'medium';
}

/** The grid's columns for each width of the pane; the style sheet chooses. */
export const GRID_COLUMNS = {
  '--columns-wide': gridColumns(0),
  '--columns-medium': gridColumns(1),
  '--columns-narrow': gridColumns(2),
} as CSSProperties;

function gridColumns(size: 0 | 1 | 2): string {
  return COLUMNS.flatMap(({ id, widths }) => (widths[size] === null ? [] : `[${id}] ${widths[size]}`)).join(' ');
}

/** Approximate width of the waterfall's column, for the number of ticks. */
export function waterfallWidth(grid: number): number {
  if (grid >= 820) return (grid - 410) * 0.55;
  return grid >= 600 ? (grid - 388) * 0.55 : (grid - 200) * 0.5;
}

/** A call's duration, which counts up while it runs or waits, and how long it waited. */
function tookContent(row: CallRow): Attributes {
  if (row.state === 'queued') return {};
  const children = isLive(row) ? <Counting row={row} /> : durationText(row, 0);
  if (row.state === 'waiting') return { title: words.waitsForYou, children };
  const waited = waitTime(row, 0);
  return { ...(row.startedAt !== undefined && waited > 0 && { title: words.waitedForYou(formatDuration(waited)) }), children };
}

function Counting({ row }: { readonly row: CallRow }) {
  return durationText(row, useNow(100));
}

function durationText(row: CallRow, now: number): string | undefined {
  if (row.state === 'waiting') return formatDuration(waitTime(row, now));
  return row.startedAt === undefined ? undefined : formatDuration(workTime(row, now));
}
