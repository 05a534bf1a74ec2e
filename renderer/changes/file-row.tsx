import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { Badge, type Tone } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { PathMenu } from '../paths/path-menu.tsx';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { rowId } from './changed-file-names.ts';
import { FileDiff } from './file-diff.tsx';
import { fileKey, type Kept } from './kept-changes.ts';
import { LineCounts } from './line-counts.tsx';
import { RevertButton } from './revert-buttons.tsx';
import { revertedPart } from './use-reverting.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const TONES: Readonly<Record<ChangedFile['change'], Tone>> = {
  modify: 'neutral',
  create: 'ok',
  delete: 'danger',
  rename: 'info',
  mode: 'neutral',
};

export interface FileRowProps {
  readonly sessionId: string;
  readonly changesId: string;
  readonly file: ChangedFile;
  readonly kept: Kept;
  readonly blocked: string | undefined;
  /** What is being reverted. */
  readonly reverting: string | null;
  readonly startsOpen: boolean;
  /** First of the list: the tab stop. */
  readonly first: boolean;
  /** Without hunks: the whole file. */
  readonly onRevert: (file: ChangedFile, hunks?: HunkRange[]) => void;
}

/** One file: what changed, by which calls, keep and revert, and its diff on demand. */
export function FileRow({ sessionId, changesId, file, kept, blocked, reverting, startsOpen, first, onRevert }: FileRowProps) {
  const [open, setOpen] = useState(startsOpen);
  const bodyId = useId();
  const isKept = kept.has(fileKey(file));
  const { path, change, from, changedByOthers } = file;
  return (
    <li id={rowId(path)} className={styles.file} data-kept={isKept}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={open}
          aria-controls={bodyId}
          data-file
          data-autofocus={first ? '' : undefined}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
          <span className={styles.path}>
            <MiddleEllipsis text={path} tailChars={32} />
          </span>
          {change !== 'modify' && (
            <Badge tone={TONES[change]} title={from === null ? undefined : words.renamedFrom(from)}>
              {words.changes[change]}
            </Badge>
          )}
          {changedByOthers && (
            <Badge tone="warn" title={words.othersTitle}>
              {words.others}
            </Badge>
          )}
          <LineCounts file={file} />
        </button>
        <span className={styles.acts}>
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
            onRevert={() => onRevert(file)}
          />
          {change !== 'delete' && <PathMenu path={path} />}
        </span>
      </div>
      <div id={bodyId}>
        {open && (
          <div className={styles.body}>
            <CallLinks sessionId={sessionId} file={file} />
            {from !== null && <p className={styles.quiet}>{words.renamedFrom(from)}</p>}
            <FileDiff
              sessionId={sessionId}
              changesId={changesId}
              file={file}
              kept={kept}
              blocked={blocked}
              reverting={reverting}
              onRevert={(hunks) => onRevert(file, hunks)}
            />
          </div>
        )}
      </div>
    </li>
  );
}

const MAX_SHOWN = 6;

/** Links to the calls that changed the file. Each opens the inspector. */
function CallLinks({ sessionId, file: { calls } }: { readonly sessionId: string; readonly file: ChangedFile }) {
  if (calls.length === 0) return <p className={styles.by}>{words.byOthers}</p>;
  return (
    <p className={styles.by}>
      {calls.every(({ certain }) => certain) ? words.changedBy : words.perhapsBy}{' '}
      {calls.slice(-MAX_SHOWN).map(({ callId }) => (
        <CallLink key={callId} sessionId={sessionId} callId={callId} />
      ))}
    </p>
  );
}

function CallLink({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const call = useCall(sessionId, callId);
  if (!call) return null;
  const summary = shorten(firstLine(call.view.summary), 60);
  return (
    <button
      type="button"
      className={styles.call}
      aria-label={words.showCall(`${call.view.title} ${summary}`)}
      onClick={() => selectCall(callId)}
    >
      {call.view.title}{' '}
      <code>
        <VisibleText text={summary} />
      </code>
    </button>
  );
}
