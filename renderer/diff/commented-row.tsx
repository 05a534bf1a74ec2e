import { useLayoutEffect, useState } from 'react';
import type { CodeToken } from '../code/code-tokens.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { DiffLine } from './diff-line.tsx';
import { type DiffRow, isLineRow } from './diff-rows.ts';
import type { LineCommentProps, LineComments } from './line-comment.tsx';

const LineComment = onDemand<LineCommentProps>(async () => (await import('./line-comment.tsx')).LineComment);

interface CommentedRowProps {
  readonly path: string;
  readonly row: DiffRow;
  readonly tokens: readonly CodeToken[];
  readonly comments: LineComments | undefined;
}

/** One line of a diff that can be commented on. */
export function CommentedRow({ path, row, tokens, comments }: CommentedRowProps) {
  const [open, setOpen] = useState(false);
  const onMoved = comments?.onMoved;
  useLayoutEffect(() => onMoved?.(), [open, onMoved]);
  if (!comments || !isLineRow(row)) return <DiffLine row={row} tokens={tokens} />;
  return (
    <>
      <DiffLine row={row} tokens={tokens} onComment={() => setOpen(true)} />
      {open && <LineComment {...comments} path={path} row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
