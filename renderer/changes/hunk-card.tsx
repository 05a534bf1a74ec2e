import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, use, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { addToMessage } from '../conversation/composer/message-box.ts';
import { CommentedRow } from '../diff/commented-row.tsx';
import { diffRows, isLineRow, numberWidth } from '../diff/diff-rows.ts';
import { useRowTokens } from '../diff/row-tokens.ts';
import { SplitLine } from '../diff/split-line.tsx';
import { splitRows } from '../diff/split-rows.ts';
import { openPath } from '../paths/open-path.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { type Around, type LineSpan, type Side, withAround } from './lines-around.ts';
import { MoreLines } from './more-lines.tsx';
import { RevertButton } from './revert-buttons.tsx';
import { SideBySide } from './side-by-side.ts';
import { changeStarts, showChange, splitChangeStarts } from './show-change.ts';
import { useGrowingPage } from './use-growing-page.ts';
import { words } from './words.ts';
import styles from './hunk-card.module.css';

/** Of a line that isn’t drawn yet, about. Pixels. */
const ROW_HEIGHT = 18;

interface HunkCardProps {
  readonly sessionId: string;
  readonly path: string;
  readonly hunk: DiffHunk;
  /** What is shown around it. */
  readonly around: Around;
  /** What can be shown beside that. */
  readonly next: (side: Side) => LineSpan;
  readonly onMore: (side: Side) => void;
  readonly isKept: boolean;
  readonly blocked: string | undefined;
  /** It is being reverted. */
  readonly busy: boolean;
  /** Absent if it is the only hunk: the file’s own buttons apply. */
  readonly onKeep?: () => void;
  readonly onReview?: () => void;
  readonly onRevert?: () => void;
  /** What to ask before reverting it. */
  readonly question: string | undefined;
}

/** One hunk of a changed file, with its own buttons. */
export function HunkCard({
  sessionId,
  path,
  hunk,
  around,
  next,
  onMore,
  isKept,
  blocked,
  busy,
  onKeep,
  onReview,
  onRevert,
  question,
}: HunkCardProps) {
  const rows = useMemo(() => diffRows([withAround(hunk, around)]).filter(({ type }) => type !== 'gap'), [hunk, around]);
  const digits = useMemo(() => numberWidth(rows), [rows]);
  const tokensOf = useRowTokens(rows, path);
  const line = firstChange(hunk);
  const body = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLButtonElement>(null);
  const isSplit = use(SideBySide);
  const split = useMemo(() => (isSplit ? splitRows(rows) : undefined), [isSplit, rows]);
  const starts = useMemo(() => (split ? splitChangeStarts(split) : changeStarts(rows.filter(isLineRow))), [rows, split]);
  const count = (split ?? rows).length;
  const { shown, showAll, more } = useGrowingPage();
  const toChange = (step: 1 | -1) => {
    // It may be among the lines that aren’t drawn yet.
    if (shown < count) flushSync(showAll);
    if (body.current) showChange(body.current, starts, step);
  };
  const comments = useMemo(() => ({ action: words.addToMessage, onComment: (text: string) => addToMessage(sessionId, text) }), [sessionId]);
  return (
    <div className={styles.hunk} data-kept={isKept}>
      <div className={styles.hunkHead}>
        <span className={styles.hunkPlace}>
          <button ref={place} type="button" className={styles.place} title={words.openAt(line)} onClick={() => void openPath(path, line)}>
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
        {onRevert && <RevertButton label={words.revertHunk(line)} blocked={blocked} busy={busy} question={question} onRevert={onRevert} />}
      </div>
      {!isKept && <MoreLines side="above" span={next('above')} onMore={onMore} returnTo={place} />}
      {!isKept && (
        <div
          ref={body}
          role="group"
          className={styles.hunkBody}
          style={{ '--digits': digits } as CSSProperties}
          aria-label={`${path}, ${words.hunkAt(line, 1)}`}
        >
          {split?.slice(0, shown).map((row) => (
            <SplitLine key={`${row.old?.oldLine} ${row.new?.newLine}`} path={path} row={row} tokensOf={tokensOf} comments={comments} />
          ))}
          {!split &&
            rows
              .slice(0, shown)
              .map((row, index) => (
                <CommentedRow
                  key={isLineRow(row) ? `${row.oldLine} ${row.newLine}` : index}
                  path={path}
                  row={row}
                  tokens={tokensOf(row)}
                  comments={comments}
                />
              ))}
          {count > shown && <div ref={more} style={{ height: (count - shown) * ROW_HEIGHT }} />}
        </div>
      )}
      {!isKept && <MoreLines side="below" span={next('below')} onMore={onMore} returnTo={place} />}
    </div>
  );
}

/** The first line of the new file that differs. */
function firstChange({ newStart, lines }: DiffHunk): number {
  const same = lines.findIndex((line) => !line.startsWith(' '));
  return newStart + Math.max(0, same);
}
