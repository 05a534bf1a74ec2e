import { useState } from 'react';
import type { CodeToken } from '../code/code-tokens.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { DiffLine } from './diff-line.tsx';
import type { LineRow } from './diff-rows.ts';
import type { LineCommentProps, LineComments } from './line-comment.tsx';
import type { SplitRow } from './split-rows.ts';
import styles from './split-line.module.css';

const LineComment = onDemand<LineCommentProps>(async () => (await import('./line-comment.tsx')).LineComment);

interface SplitLineProps {
  readonly path: string;
  readonly row: SplitRow;
  readonly tokensOf: (row: LineRow) => readonly CodeToken[];
  readonly comments: LineComments;
}

/** One row of a diff side by side. Each line can be commented on, one that didn’t change on the right. */
export function SplitLine({ path, row, tokensOf, comments }: SplitLineProps) {
  const [commented, setCommented] = useState<LineRow>();
  const half = (side: 'old' | 'new', line: LineRow | undefined, isRepeated: boolean) =>
    line ? (
      // Read out once.
      <div aria-hidden={isRepeated || undefined}>
        <DiffLine row={line} side={side} tokens={tokensOf(line)} {...(!isRepeated && { onComment: () => setCommented(line) })} />
      </div>
    ) : (
      <div className={styles.blank} />
    );
  return (
    <>
      <div data-line="" className={styles.row}>
        {half('old', row.old, row.type === 'same')}
        {half('new', row.new, false)}
      </div>
      {commented && <LineComment {...comments} path={path} row={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}
