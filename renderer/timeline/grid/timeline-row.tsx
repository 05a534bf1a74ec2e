import { type CSSProperties, memo, type ReactNode } from 'react';
import { isLive } from '../../calls/call-times.ts';
import type { AxisMarks } from '../axis/axis-marks.ts';
import { COLUMNS, type CellProps } from './columns.tsx';
import styles from '../timeline.module.css';

export interface TimelineRowProps extends CellProps {
  readonly level: number;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  /** Doesn't match the filter itself. */
  readonly context: boolean;
  readonly onActivate: (callId: string) => void;
}

/** One call. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, level, hasChildren, index, top, active, selected, collapsed, context, onActivate } = props;
  const { callId } = row;
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
      data-differs={props.replayed?.differs === true}
      className={styles.row}
      style={{ top, '--level': level } as CSSProperties}
      onClick={() => onActivate(callId)}
    >
      {COLUMNS.map((column) => (
        <div key={column.id} role="gridcell" {...column.cell(props)} />
      ))}
    </div>
  );
});

/** The grid's header: column names, and the ticks of the scale of all turns. `folding`: what folds all turns. */
export function HeaderRow({ shared, folding }: { readonly shared: AxisMarks | null; readonly folding: ReactNode }) {
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {COLUMNS.map((column) => {
        const { children, ...header } = column.header(shared);
        return (
          <span key={column.id} role="columnheader" {...header}>
            {children}
            {column.id === 'state' && folding}
          </span>
        );
      })}
    </div>
  );
}

/** `key`: of the line, see `entryKey`. */
export function rowId(key: string): string {
  return `timeline-row-${key}`;
}
