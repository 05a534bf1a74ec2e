import { ChevronRight } from 'lucide-react';
import { useId, type CSSProperties } from 'react';
import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { PathMenu } from '../paths/path-menu.tsx';
import { CallLinks } from './call-links.tsx';
import { CHANGE_TONES } from './change-tones.ts';
import { rowId } from './changed-file-names.ts';
import { FileDiff } from './file-diff.tsx';
import { foldedBecause } from './folded-because.ts';
import { fileKey, type Kept } from './kept-changes.ts';
import { LineCounts } from './line-counts.tsx';
import { NearView } from './near-view.tsx';
import { questionBefore } from './question-before.ts';
import { RevertButton } from './revert-buttons.tsx';
import { revertedPart } from './use-reverting.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

/** What a diff that isn’t drawn yet takes, about. Pixels. */
const LINE_HEIGHT = 18;
const HEAD_HEIGHT = 28;
const CONTEXT_LINES = 6;
const MAX_GUESSED_LINES = 1000;

export interface FileRowProps {
  readonly sessionId: string;
  readonly changesId: string;
  readonly file: ChangedFile;
  readonly kept: Kept;
  readonly blocked: string | undefined;
  /** What is being reverted. */
  readonly reverting: string | null;
  /** Whether its diff is shown. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** The calls that changed it are named above the list, for all files. */
  readonly callsAreSaid: boolean;
  /** First of the list: the tab stop. */
  readonly first: boolean;
  /** Without hunks: the whole file. `undefined` where changes are neither kept nor reverted. */
  readonly onRevert: ((file: ChangedFile, hunks?: HunkRange[]) => void) | undefined;
}

/** One file: what changed, by which calls, keep and revert, and its diff on demand. */
export function FileRow(props: FileRowProps) {
  const { sessionId, changesId, file, kept, reverting, open, onOpen, callsAreSaid, first, onRevert } = props;
  const blocked = file.changedAgain ? words.changedAgain : props.blocked;
  const bodyId = useId();
  const isKept = kept.has(fileKey(file));
  const { path, change, from, changedByOthers } = file;
  const lines = (file.added ?? 0) + (file.removed ?? 0);
  const because = foldedBecause(file);
  const height = LINE_HEIGHT * Math.min(lines + (change === 'modify' ? CONTEXT_LINES : 0), MAX_GUESSED_LINES) + HEAD_HEIGHT;
  // In a list of what isn’t committed, a file without calls was changed before the session or by others.
  const calls = !callsAreSaid && (onRevert || file.calls.length > 0) && <CallLinks sessionId={sessionId} by={file} path={path} />;
  return (
    <li id={rowId(path)} className={styles.file} data-kept={isKept} data-path={path}>
      <div className={styles.line} data-buttons={onRevert !== undefined}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={open}
          aria-controls={bodyId}
          data-file
          data-autofocus={first ? '' : undefined}
          onClick={() => onOpen(!open)}
        >
          <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
          <span className={styles.path} style={{ '--name': path.length - path.lastIndexOf('/') } as CSSProperties}>
            <MiddleEllipsis text={path} />
          </span>
          <span className={styles.marks}>
            {change !== 'modify' && (
              <Badge tone={CHANGE_TONES[change]} title={from === null ? undefined : words.renamedFrom(from)}>
                {words.changes[change]}
              </Badge>
            )}
            {file.inGit === 'committed' && <Badge title={words.committedTitle}>{words.committed}</Badge>}
            {changedByOthers && (
              <Badge tone="warn" title={file.calls.length > 0 ? words.othersTitle : words.onlyOthersTitle}>
                {file.calls.length > 0 ? words.others : words.onlyOthers}
              </Badge>
            )}
            <LineCounts file={file} isSaid={change !== 'modify'} />
          </span>
        </button>
        <span className={styles.acts}>
          {onRevert && (
            <>
              {isKept ? (
                <Button size="small" variant="quiet" aria-label={words.reviewOf(path)} onClick={() => kept.remove([fileKey(file)])}>
                  {words.review}
                </Button>
              ) : (
                <Button size="small" variant="quiet" aria-label={words.keepOf(path)} onClick={() => kept.add([fileKey(file)])}>
                  {words.keep}
                </Button>
              )}
              <RevertButton
                label={words.revertOf(path)}
                blocked={blocked}
                busy={reverting === revertedPart(path)}
                question={questionBefore(file, 'file')}
                onRevert={() => onRevert(file)}
              />
            </>
          )}
          {change === 'delete' ? <span className={styles.noMenu} /> : <PathMenu path={path} />}
        </span>
      </div>
      <div id={bodyId}>
        {!open && (because || calls) && (
          <div className={styles.folded}>
            {calls}
            {because && <p>{words.folded(because, lines)}</p>}
          </div>
        )}
        {open && (
          <div className={styles.body}>
            {calls}
            {from !== null && <p className={styles.quiet}>{words.renamedFrom(from)}</p>}
            <NearView height={height}>
              <FileDiff
                sessionId={sessionId}
                changesId={changesId}
                file={file}
                height={height}
                kept={kept}
                blocked={blocked}
                reverting={reverting}
                onRevert={onRevert && ((hunks) => onRevert(file, hunks))}
              />
            </NearView>
          </div>
        )}
      </div>
    </li>
  );
}
