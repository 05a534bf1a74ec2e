import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { call } from '../bridge/client.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { CommentedRow } from '../diff/commented-row.tsx';
import { addToMessage } from '../conversation/composer/message-box.ts';
import { useRowTokens } from '../diff/row-tokens.ts';
import { diffRows, isLineRow, numberWidth } from '../diff/diff-rows.ts';
import { openPath } from '../paths/open-path.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { changeStarts, showChange } from './show-change.ts';
import { hunkKey, type Kept, rangeOf } from './kept-changes.ts';
import { noText } from '../diff/words.ts';
import { RevertButton } from './revert-buttons.tsx';
import { revertedPart } from './use-reverting.ts';
import { useGrowingPage } from './use-growing-page.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

/** Of a line that isn’t drawn yet, about. Pixels. */
const ROW_HEIGHT = 18;

type Shown = RestoreDiff | { readonly type: 'failed'; readonly message: string };

export interface FileDiffProps {
  readonly sessionId: string;
  readonly changesId: string;
  readonly file: ChangedFile;
  /** About as high as the diff: until it is there, what is below must not move up into view. Pixels. */
  readonly height: number;
  readonly kept: Kept;
  /** Why reverting is disabled. */
  readonly blocked: string | undefined;
  /** What is being reverted. */
  readonly reverting: string | null;
  readonly onRevert: (hunks: HunkRange[]) => void;
}

/** One file's hunks, fetched when opened and when the file changes again. */
export function FileDiff({ sessionId, changesId, file, height, kept, blocked, reverting, onRevert }: FileDiffProps) {
  const { path, version } = file;
  const [shown, setShown] = useState<{ readonly version: string; readonly diff: Shown } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (diff: Shown): void => {
      if (current) setShown({ version, diff });
    };
    call('changes.diff', { sessionId, changesId, path }).then(show, (error: unknown) =>
      show({ type: 'failed', message: errorMessage(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, changesId, path, version]);
  if (shown === null)
    return (
      <div style={{ minHeight: height }}>
        <Skeleton lines={3} label={path} />
      </div>
    );
  const { diff } = shown;
  if (diff.type === 'failed') return <p className={styles.warning}>{diff.message}</p>;
  if (diff.type === 'binary') return <p className={styles.quiet}>{noText(diff)}</p>;
  const { detail } = diff;
  if (detail.type !== 'diff') return null;
  if (detail.hunks.length === 0) return <p className={styles.quiet}>{words.noLines[file.change]}</p>;
  // An added, deleted or renamed file is reverted as a whole.
  const inParts = file.change === 'modify' && detail.truncated !== true && shown.version === version;
  return (
    <>
      {detail.hunks.map((hunk) => (
        <HunkCard
          key={`${hunk.oldStart} ${hunk.newStart}`}
          sessionId={sessionId}
          path={path}
          hunk={hunk}
          isKept={kept.has(hunkKey(file, hunk))}
          blocked={blocked}
          busy={reverting === revertedPart(path, rangeOf(hunk))}
          {...(inParts &&
            detail.hunks.length > 1 && {
              onKeep: () => kept.add([hunkKey(file, hunk)]),
              onReview: () => kept.remove([hunkKey(file, hunk)]),
              onRevert: () => onRevert([rangeOf(hunk)]),
            })}
        />
      ))}
      {detail.truncated === true && <p className={styles.warning}>{words.truncated}</p>}
    </>
  );
}

interface HunkCardProps {
  readonly sessionId: string;
  readonly path: string;
  readonly hunk: DiffHunk;
  readonly isKept: boolean;
  readonly blocked: string | undefined;
  /** It is being reverted. */
  readonly busy: boolean;
  /** Absent if it is the only hunk: the file’s own buttons apply. */
  readonly onKeep?: () => void;
  readonly onReview?: () => void;
  readonly onRevert?: () => void;
}

/** One hunk of a changed file, with its own buttons. */
function HunkCard({ sessionId, path, hunk, isKept, blocked, busy, onKeep, onReview, onRevert }: HunkCardProps) {
  const rows = useMemo(() => diffRows([hunk]).filter(({ type }) => type !== 'gap'), [hunk]);
  const digits = useMemo(() => numberWidth(rows), [rows]);
  const tokensOf = useRowTokens(rows, path);
  const line = firstChange(hunk);
  const body = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => changeStarts(rows.filter(isLineRow)), [rows]);
  const { shown, showAll, more } = useGrowingPage();
  const toChange = (step: 1 | -1) => {
    // It may be among the lines that aren’t drawn yet.
    if (shown < rows.length) flushSync(showAll);
    if (body.current) showChange(body.current, starts, step);
  };
  const comments = useMemo(() => ({ action: words.addToMessage, onComment: (text: string) => addToMessage(sessionId, text) }), [sessionId]);
  return (
    <div className={styles.hunk} data-kept={isKept}>
      <div className={styles.hunkHead}>
        <span className={styles.hunkPlace}>
          <button type="button" className={styles.place} title={words.openAt(line)} onClick={() => void openPath(path, line)}>
            {words.hunkAt(hunk.newStart, hunk.newLines)}
          </button>
        </span>
        {!isKept && starts.length > 1 && (
          <>
            <IconButton
              label={words.previousChange}
              size="small"
              icon={<ArrowUp size={13} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => toChange(-1)}
            />
            <IconButton
              label={words.nextChange(starts.length)}
              size="small"
              icon={<ArrowDown size={13} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => toChange(1)}
            />
          </>
        )}
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
        {onRevert && <RevertButton label={words.revertHunk(line)} blocked={blocked} busy={busy} onRevert={onRevert} />}
      </div>
      {!isKept && (
        <div
          ref={body}
          role="group"
          className={styles.hunkBody}
          style={{ '--digits': digits } as CSSProperties}
          aria-label={`${path}, ${words.hunkAt(line, 1)}`}
        >
          {rows.slice(0, shown).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the order of a hunk's rows never changes.
            <CommentedRow key={index} path={path} row={row} tokens={tokensOf(row)} comments={comments} />
          ))}
          {rows.length > shown && <div ref={more} style={{ height: (rows.length - shown) * ROW_HEIGHT }} />}
        </div>
      )}
    </div>
  );
}

/** The first line of the new file that differs. */
function firstChange({ newStart, lines }: DiffHunk): number {
  const same = lines.findIndex((line) => !line.startsWith(' '));
  return newStart + Math.max(0, same);
}
