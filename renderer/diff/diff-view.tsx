import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { MAX_DRAWN_DIFF_LINES } from '#shared/contract/find-limits.ts';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { FileText } from '../paths/path-link.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { CommentedRow } from './commented-row.tsx';
import type { LineComments } from './line-comment.tsx';
import { diffRows, numberWidth, type DiffRow } from './diff-rows.ts';
import { useRowTokens } from './row-tokens.ts';
import { words } from './words.ts';
import styles from './diff-view.module.css';

export interface DiffViewProps {
  readonly diff: Extract<ToolViewDetail, { type: 'diff' }>;
  /** Height in pixels above which a diff scrolls. */
  readonly maxHeight?: number | undefined;
  /** Lets the person comment on lines. */
  readonly comments?: LineComments | undefined;
  /** Buttons at the end of its head. */
  readonly actions?: ReactNode;
}

/** A change to a file: hunks with line numbers and signs. */
export function DiffView({ diff, maxHeight = 420, comments, actions }: DiffViewProps) {
  const rows = useMemo(() => diffRows(diff.hunks), [diff]);
  const digits = useMemo(() => numberWidth(rows), [rows]);
  return (
    <div className={styles.diff} style={{ '--digits': digits } as CSSProperties}>
      <div className={styles.head}>
        <span className={styles.path}>
          <FileText text={diff.path}>
            <MiddleEllipsis text={diff.path} />
          </FileText>
        </span>
        {diff.created === true && <Badge tone="info">{words.newFile}</Badge>}
        {diff.additions + diff.deletions === 0 && diff.created !== true ? (
          <span>{words.noChangedLines}</span>
        ) : (
          <>
            <span className={styles.added}>+{diff.additions}</span>
            <span className={styles.removed}>−{diff.deletions}</span>
          </>
        )}
        {actions}
      </div>
      {rows.length > MAX_DRAWN_DIFF_LINES ? (
        <WindowedRows rows={rows} maxHeight={maxHeight} label={diff.path} comments={comments} />
      ) : (
        <WholeRows rows={rows} maxHeight={maxHeight} label={diff.path} comments={comments} />
      )}
      {diff.truncated === true && <div className={styles.warning}>{words.tooLarge}</div>}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly DiffRow[];
  readonly maxHeight: number;
  readonly label: string;
  readonly comments: LineComments | undefined;
}

function WholeRows({ rows, maxHeight, label, comments }: RowsProps) {
  const tokensOf = useRowTokens(rows, label);
  return (
    <ScrollArea className={styles.body} style={{ maxHeight }} data-result={0} label={words.changesTo(label)}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of a diff's rows never changes.
        <CommentedRow key={index} path={label} row={row} tokens={tokensOf(row)} comments={comments} />
      ))}
    </ScrollArea>
  );
}

function WindowedRows({ rows, maxHeight, label, comments }: RowsProps) {
  const tokensOf = useRowTokens(rows, label);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => 18, overscan: 12 });
  return (
    <ScrollArea ref={scroller} className={styles.body} style={{ height: maxHeight }} data-result={0} label={words.changesTo(label)}>
      <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={styles.placed}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <CommentedRow path={label} row={row} tokens={tokensOf(row)} comments={comments} />
              </div>
            )
          );
        })}
      </div>
    </ScrollArea>
  );
}
