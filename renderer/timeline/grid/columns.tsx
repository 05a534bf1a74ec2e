import type { HTMLAttributes, ReactNode } from 'react';
import { chipParts, decisionChip } from '../../calls/decision-words.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { CallGlyph } from '../../calls/call-glyph.tsx';
import { stateWord } from '../../ui/words.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { timeHeader } from '../axis/time-header.tsx';
import { words } from '../words.ts';
import { Bar, barWords, RunOnCallBar, LiveBar, type BarProps } from './bar.tsx';
import { summaryCell, type SummaryProps } from './row-summary.tsx';
import { mayRunOn } from '../../calls/use-runs-on.ts';
import { TookBeside, tookContent } from './took.tsx';
import { ToolName, wholeName } from './tool-name.tsx';
import styles from '../timeline.module.css';
import tookStyles from './took.module.css';
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
  /** `shared`: the marks of the scale of all turns, where they have one. */
  readonly header: (shared: AxisMarks | null) => Attributes;
  readonly cell: (props: CellProps) => Attributes;
}

/** The columns in order. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'state',
    header: () => ({ children: <span className="visually-hidden">{words.state}</span> }),
    cell: ({ sessionId, row }) => ({
      className: styles.glyph,
      // An agent waits while one of its calls does.
      ...(row.view.kind !== 'agent' && { title: stateWord(row) }),
      children: <CallGlyph sessionId={sessionId} row={row} label={stateWord(row)} />,
    }),
  },
  {
    id: 'tool',
    header: () => ({ className: styles.tool, children: words.tool }),
    cell: ({ row, isFastScroll }) => ({
      className: styles.tool,
      ...(!isFastScroll && { title: wholeName(row) }),
      children: <ToolName row={row} />,
    }),
  },
  {
    id: 'what',
    header: () => ({ children: words.what }),
    cell: summaryCell,
  },
  {
    id: 'time',
    header: timeHeader,
    cell: ({ sessionId, row, waits, scale, window, laneId, moving, besideAbove, besideBelow, isFastScroll }) => {
      const BarOf = row.state === 'running' ? LiveBar : mayRunOn(row) ? RunOnCallBar : Bar;
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
    header: () => ({ className: styles.took, title: words.tookHint, children: words.took }),
    cell: ({ tookBeside, isFastScroll, ...bar }) => {
      if (tookBeside) return { className: tookStyles.beside, ...(!isFastScroll && { children: <TookBeside {...bar} /> }) };
      return { className: styles.took, ...(!isFastScroll && tookContent(bar.sessionId, bar.row, bar.waits)) };
    },
  },
  {
    id: 'decision',
    header: () => ({ className: styles.decision, children: words.decided }),
    cell: ({ row, replayed, isFastScroll }) => {
      const chip = isFastScroll ? undefined : (replayed ?? decisionChip(row));
      return {
        className: styles.decision,
        children: chip && (
          <Badge tone={chip.tone} title={chip.title === '' ? chip.text : chip.title}>
            {chipText(chip.text)}
          </Badge>
        ),
      };
    },
  },
];

/** In parts, of which a narrow pane leaves some out. */
function chipText(text: string): ReactNode {
  const { verdict, short, rest } = chipParts(text);
  if (short === text) return text;
  return (
    <>
      {verdict !== '' && <span className={styles.verdict}>{verdict}</span>}
      {short}
      {rest !== '' && <span className={styles.rest}>{rest}</span>}
    </>
  );
}
