import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { isLive, workTime } from '../../calls/call-times.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { STATE_WORDS } from '../../ui/words.ts';
import type { TaskFold } from '../turns/turn-entries.ts';
import { words } from '../words.ts';
import { Bar, type BarProps } from './bar.tsx';
import { COLUMNS } from './columns.tsx';
import { rowId } from './timeline-row.tsx';
import styles from '../timeline.module.css';
import waterfallStyles from './waterfall-cell.module.css';
import tookStyles from './took.module.css';
import own from './task-fold-row.module.css';

interface TaskFoldRowProps extends Omit<BarProps, 'row'> {
  readonly fold: TaskFold;
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly tookBeside: boolean;
  readonly onToggle: (key: string) => void;
}

/** More bars in one line can't be told apart. */
const MAX_BARS = 60;

function sampled(rows: readonly CallRow[]): readonly CallRow[] {
  const step = Math.ceil(rows.length / MAX_BARS);
  return rows.filter((_, index) => index % step === 0);
}

/** The updates of tasks of a turn in one line; opens to show each. */
export function TaskFoldRow({ fold: { fold, callIds, open }, calls, index, top, active, tookBeside, onToggle, ...bar }: TaskFoldRowProps) {
  const rows = callIds.flatMap((callId) => calls[callId] ?? []);
  const live = rows.some(isLive);
  const state = live ? 'running' : 'done';
  const took = formatDuration(rows.reduce((sum, row) => sum + workTime(row, engineNow()), 0));
  const cells: Readonly<Record<string, { readonly className: string | undefined; readonly children?: React.ReactNode }>> = {
    state: { className: styles.glyph, children: <StatusGlyph state={state} label={STATE_WORDS[state]} /> },
    tool: { className: styles.tool, children: words.tasks },
    what: {
      className: styles.summary,
      children: (
        <>
          <span className={styles.toggle} aria-hidden="true">
            {open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
          </span>
          <span className={styles.command}>{words.taskUpdates(rows.length)}</span>
        </>
      ),
    },
    time: {
      className: waterfallStyles.waterfall,
      children: open ? undefined : (
        <div className={own.bars}>
          {sampled(rows).map((row) => (
            <Bar key={row.callId} {...bar} row={row} />
          ))}
        </div>
      ),
    },
    took: tookBeside ? { className: tookStyles.beside } : { className: styles.took, children: took },
    decision: { className: styles.decision },
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the focus and handles the keys.
    <div
      role="row"
      id={rowId(fold)}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-selected={false}
      aria-expanded={open}
      data-active={active}
      data-settled={!live}
      data-state={state}
      className={styles.row}
      style={{ top, '--level': 1 } as CSSProperties}
      onClick={() => onToggle(fold)}
    >
      {COLUMNS.map((column) => (
        <div key={column.id} role="gridcell" {...cells[column.id]} />
      ))}
    </div>
  );
}
