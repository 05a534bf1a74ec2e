import { useMemo, type CSSProperties } from 'react';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { DiffLine } from '../diff/diff-line.tsx';
import { diffRows, numberWidth } from '../diff/diff-rows.ts';
import { openPath } from '../paths/open-path.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

export interface HunkCardProps {
  readonly path: string;
  readonly hunk: DiffHunk;
  readonly isKept: boolean;
  readonly blocked: string | undefined;
  /** Absent if it is the only hunk: the file’s own buttons apply. */
  readonly onKeep?: () => void;
  readonly onReview?: () => void;
  readonly onRevert?: () => void;
}

/** One hunk of a changed file, with its own buttons. */
export function HunkCard({ path, hunk, isKept, blocked, onKeep, onReview, onRevert }: HunkCardProps) {
  const rows = useMemo(() => diffRows([hunk]).filter(({ type }) => type !== 'gap'), [hunk]);
  const digits = useMemo(() => numberWidth(rows), [rows]);
  const line = firstChange(hunk);
  return (
    <div className={styles.hunk} data-kept={isKept}>
      <div className={styles.hunkHead}>
        <span className={styles.hunkPlace}>
          <button type="button" className={styles.place} title={words.openAt(line)} onClick={() => void openPath(path, line)}>
            {words.hunkAt(hunk.newStart, hunk.newLines)}
          </button>
        </span>
        {isKept && <Badge>{words.hunkKept}</Badge>}
        {isKept && onReview && (
          <Button size="small" variant="quiet" onClick={onReview}>
            {words.review}
          </Button>
        )}
        {!isKept && onKeep && (
          <Button size="small" variant="quiet" aria-label={words.keepHunk(line)} onClick={onKeep}>
            {words.keep}
          </Button>
        )}
        {onRevert && (
          <Button
            size="small"
            variant="quiet"
            aria-label={words.revertHunk(line)}
            title={blocked}
            disabled={blocked !== undefined}
            onClick={onRevert}
          >
            {words.revert}
          </Button>
        )}
      </div>
      {!isKept && (
        <ScrollArea className={styles.hunkBody} style={{ '--digits': digits } as CSSProperties} label={`${path}, ${words.hunkAt(line, 1)}`}>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the order of a hunk's rows never changes.
            <DiffLine key={index} row={row} />
          ))}
        </ScrollArea>
      )}
    </div>
  );
}

/** The first line of the new file that differs. */
function firstChange({ newStart, lines }: DiffHunk): number {
  const same = lines.findIndex((line) => !line.startsWith(' '));
  return newStart + Math.max(0, same);
}
