import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { type Interval, isLive, waitTime, workTime } from '../../calls/call-times.ts';
import { decisionChip } from '../../calls/decision-words.ts';
import { engineNow } from '../../store/engine-clock.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { CallGlyph } from '../../calls/call-glyph.tsx';
import { stateWord } from '../../ui/words.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { timeHeader } from '../axis/time-header.tsx';
import { words } from '../words.ts';
import { Bar, barWords, LiveBar, type BarProps } from './bar.tsx';
import { summaryCell, type SummaryProps } from './row-summary.tsx';
import { ToolName, wholeName } from './tool-name.tsx';
import styles from '../timeline.module.css';
import waterfallStyles from './waterfall-cell.module.css';

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
  /** In a pane of 600 px or more, of 520 px, of 430 px, and below; `null`: not shown. */
  readonly widths: readonly [wide: string, medium: string, small: string, narrow: string | null];
  /** `shared`: the marks of the scale of all turns, where they have one. */
  readonly header: (shared: AxisMarks | null) => Attributes;
  readonly cell: (props: CellProps) => Attributes;
}

/** The columns in order: width, header and cell of each. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'state',
    widths: ['22px', '22px', '22px', '20px'],
    header: () => ({ children: <span className="visually-hidden">{words.state}</span> }),
    cell: ({ sessionId, row }) => ({
      className: styles.glyph,
      title: stateWord(row),
      children: <CallGlyph sessionId={sessionId} row={row} label={stateWord(row)} />,
    }),
  },
  {
    id: 'tool',
    widths: ['var(--tool)', 'var(--tool)', 'var(--tool)', '48px'],
    header: () => ({ className: styles.tool, children: words.tool }),
    cell: ({ row, isFastScroll }) => ({
      className: styles.tool,
      ...(!isFastScroll && { title: wholeName(row) }),
      children: <ToolName row={row} />,
    }),
  },
  {
    id: 'what',
    widths: ['minmax(110px, 1.4fr)', 'minmax(96px, 1.2fr)', 'minmax(84px, 1.2fr)', 'minmax(84px, 1.2fr)'],
    header: () => ({ children: words.what }),
    cell: summaryCell,
  },
  {
    id: 'time',
    widths: ['minmax(120px, 1fr)', 'minmax(100px, 1fr)', 'minmax(70px, 1fr)', 'minmax(60px, 1fr)'],
    header: timeHeader,
    cell: ({ sessionId, row, waits, scale, window, laneId, besideAbove, besideBelow, isFastScroll }) => {
      const BarOf = row.state === 'running' ? LiveBar : Bar;
      return {
        className: waterfallStyles.waterfall,
        'data-bar': row.callId,
        'data-beside-above': besideAbove,
        'data-beside-below': besideBelow,
        ...(!isFastScroll && { 'aria-label': barWords(row, waits) }),
        children: <BarOf sessionId={sessionId} row={row} waits={waits} scale={scale} window={window} laneId={laneId} />,
      };
    },
  },
  {
    id: 'took',
    // The bar shows it too, so it is the first to go.
    widths: ['58px', '52px', '46px', null],
    header: () => ({ className: styles.took, title: words.tookHint, children: words.took }),
    cell: ({ row, waits, isFastScroll }) => ({ className: styles.took, ...(!isFastScroll && tookContent(row, waits)) }),
  },
  {
    id: 'decision',
    widths: ['120px', '98px', '72px', '72px'],
    header: () => ({ className: styles.decision, children: words.decided }),
    cell: ({ row, replayed, isFastScroll }) => {
      const chip = isFastScroll ? undefined : (replayed ?? decisionChip(row));
      return {
        className: styles.decision,
        children: chip && (
          <Badge tone={chip.tone} title={chip.title === '' ? chip.text : chip.title}>
            {verdictFirst(chip.text)}
          </Badge>
        ),
      };
    },
  },
];

/** The narrowest pane that shows a column; the style sheet hides its cells in narrower ones. */
export function shownFrom({ widths: [, , , narrow] }: Column): 'small' | 'narrow' {
  return narrow === null ? 'small' : 'narrow';
}

/** The grid's columns for each width of the pane; the style sheet chooses. */
export const GRID_COLUMNS = {
  '--columns-wide': gridColumns(0),
  '--columns-medium': gridColumns(1),
  '--columns-small': gridColumns(2),
  '--columns-narrow': gridColumns(3),
} as CSSProperties;

function gridColumns(size: 0 | 1 | 2 | 3): string {
  return COLUMNS.flatMap(({ id, widths }) => (widths[size] === null ? [] : `[${id}] ${widths[size]}`)).join(' ');
}

/** Width of the waterfall's column, as the widths above give it, for what is placed on its axis. */
export function waterfallWidth(grid: number): number {
  // Without the other columns, the gaps and the padding; the scroll bar is no part of `grid`.
  if (grid >= 820) return (grid - 22 - 118 - 58 - 116 - 46) / 2.4;
  if (grid >= 600) return Math.max(120, (grid - 22 - 96 - 58 - 116 - 46) / 2.4);
  if (grid >= 520) return Math.max(100, (grid - 22 - 86 - 52 - 98 - 46) / 2.2);
  if (grid >= 430) return Math.max(70, (grid - 22 - 86 - 46 - 72 - 46) / 2.2);
  return Math.max(60, (grid - 20 - 48 - 72 - 40) / 2.2);
}

/** “allowed by you” is “by you” where there is little space. */
function verdictFirst(text: string): ReactNode {
  const [verdict = ''] = /^(?:allowed|answered|denied) (?=by )/.exec(text) ?? [];
  if (verdict === '') return text;
  return (
    <>
      <span className={styles.verdict}>{verdict}</span>
      {text.slice(verdict.length)}
    </>
  );
}

/** How long a call ran, which counts up meanwhile; how long it waited for the user is the bar's, and in words with it. */
function tookContent(row: CallRow, waits?: readonly Interval[]): Attributes {
  if (row.state === 'waiting') return { title: words.waitsForYou };
  if (row.startedAt === undefined) return {};
  const waited = waitTime(row, engineNow(), waits);
  return {
    ...(waited > 0 && { title: words.waitedForYou(formatDuration(waited)) }),
    children: isLive(row) ? <Counting row={row} waits={waits} /> : formatDuration(workTime(row, 0, waits)),
  };
}

function Counting({ row, waits }: Pick<CellProps, 'row' | 'waits'>) {
  return formatDuration(workTime(row, useNow(100), waits));
}
