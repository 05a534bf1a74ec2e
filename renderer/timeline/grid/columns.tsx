import type { HTMLAttributes, ReactNode } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { type Interval, isLive, waitTime, workTime } from '../../calls/call-times.ts';
import { decisionChip } from '../../calls/decision-words.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { useBackgroundCommand } from '../../store/selectors.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { CallGlyph } from '../../calls/call-glyph.tsx';
import { stateWord } from '../../ui/words.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { timeHeader } from '../axis/time-header.tsx';
import { words } from '../words.ts';
import { Bar, barWords, CommandBar, LiveBar, type BarProps } from './bar.tsx';
import { verdictOf, type PaneSize } from './column-widths.ts';
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
  /** The smallest pane that shows it; the style sheet hides its cells in smaller ones. */
  readonly shownFrom: PaneSize;
  /** `shared`: the marks of the scale of all turns, where they have one. */
  readonly header: (shared: AxisMarks | null) => Attributes;
  readonly cell: (props: CellProps) => Attributes;
}

/** The columns in order. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'state',
    shownFrom: 'narrow',
    header: () => ({ children: <span className="visually-hidden">{words.state}</span> }),
    cell: ({ sessionId, row }) => ({
      className: styles.glyph,
      title: stateWord(row),
      children: <CallGlyph sessionId={sessionId} row={row} label={stateWord(row)} />,
    }),
  },
  {
    id: 'tool',
    shownFrom: 'narrow',
    header: () => ({ className: styles.tool, children: words.tool }),
    cell: ({ row, isFastScroll }) => ({
      className: styles.tool,
      ...(!isFastScroll && { title: wholeName(row) }),
      children: <ToolName row={row} />,
    }),
  },
  {
    id: 'what',
    shownFrom: 'narrow',
    header: () => ({ children: words.what }),
    cell: summaryCell,
  },
  {
    id: 'time',
    shownFrom: 'narrow',
    header: timeHeader,
    cell: ({ sessionId, row, waits, scale, window, laneId, moving, besideAbove, besideBelow, isFastScroll }) => {
      const BarOf = row.state === 'running' ? LiveBar : mayRunOn(row) ? CommandBar : Bar;
      return {
        className: waterfallStyles.waterfall,
        'data-bar': row.callId,
        'data-beside-above': besideAbove,
        'data-beside-below': besideBelow,
        ...(!isFastScroll && { 'aria-label': barWords(row, waits) }),
        children: <BarOf sessionId={sessionId} row={row} waits={waits} scale={scale} window={window} laneId={laneId} moving={moving} />,
      };
    },
  },
  {
    id: 'took',
    // The bar shows it too, so it is the first to go.
    shownFrom: 'medium',
    header: () => ({ className: styles.took, title: words.tookHint, children: words.took }),
    cell: ({ sessionId, row, waits, isFastScroll }) => ({
      className: styles.took,
      ...(!isFastScroll && tookContent(sessionId, row, waits)),
    }),
  },
  {
    id: 'decision',
    shownFrom: 'narrow',
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

/** “allowed by you” is “by you” where there is little space. */
function verdictFirst(text: string): ReactNode {
  const verdict = verdictOf(text);
  if (verdict === '') return text;
  return (
    <>
      <span className={styles.verdict}>{verdict}</span>
      {text.slice(verdict.length)}
    </>
  );
}

/** How long a call ran, which counts up meanwhile; how long it waited for the user is the bar's, and in words with it. */
function tookContent(sessionId: string, row: CallRow, waits?: readonly Interval[]): Attributes {
  if (row.state === 'waiting') return { title: words.waitsForYou };
  if (row.startedAt === undefined) return {};
  const waited = waitTime(row, engineNow(), waits);
  return {
    ...(waited > 0 && { title: words.waitedForYou(formatDuration(waited)) }),
    children: isLive(row) ? (
      <Counting row={row} waits={waits} />
    ) : mayRunOn(row) ? (
      <CommandTook sessionId={sessionId} row={row} />
    ) : (
      formatDuration(workTime(row, 0, waits))
    ),
  };
}

function Counting({ row, waits }: Pick<CellProps, 'row' | 'waits'>) {
  return formatDuration(workTime(row, useNow(100), waits));
}

/** A command may have gone to the background: its call ends then, and it runs on. */
function mayRunOn({ state, view }: CallRow): boolean {
  return state === 'done' && view.kind === 'command';
}

function CommandTook({ sessionId, row }: Pick<CellProps, 'sessionId' | 'row'>) {
  const task = useBackgroundCommand(sessionId, row.callId);
  if (!task) return formatDuration(workTime(row, 0));
  if (task.endedAt === undefined) return words.inBackground;
  return <span title={words.ranInBackground}>{formatDuration(task.endedAt - task.startedAt)}</span>;
}
