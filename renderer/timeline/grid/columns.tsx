import type { HTMLAttributes, ReactNode } from 'react';
import { decisionChip } from '../../calls/decision-words.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { CallGlyph } from '../../calls/call-glyph.tsx';
import { stateWord } from '../../ui/words.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { timeHeader } from '../axis/time-header.tsx';
import { words } from '../words.ts';
import { Bar, barWords, CommandBar, LiveBar, type BarProps } from './bar.tsx';
import { verdictOf, type PaneSize } from './column-widths.ts';
import { summaryCell, type SummaryProps } from './row-summary.tsx';
import { mayRunOn, TookBeside, tookContent } from './took.tsx';
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
  /** How long it ran stands beside its bar: the pane is too small for a column. */
  readonly tookBeside: boolean;
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
    cell: ({ besideAbove, besideBelow, tookBeside, isFastScroll, ...bar }) => {
      const { sessionId, row, waits, scale, window, laneId, moving } = bar;
      const barProps = { sessionId, row, waits, scale, window, laneId, moving };
      const BarOf = row.state === 'running' ? LiveBar : mayRunOn(row) ? CommandBar : Bar;
      return {
        className: waterfallStyles.waterfall,
        'data-bar': row.callId,
        'data-beside-above': besideAbove,
        'data-beside-below': besideBelow,
        ...(!isFastScroll && { 'aria-label': barWords(row, waits) }),
        children: (
          <>
            <BarOf {...barProps} />
            {tookBeside && !isFastScroll && <TookBeside {...barProps} />}
          </>
        ),
      };
    },
  },
  {
    id: 'took',
    // In smaller ones it stands beside the bar.
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
