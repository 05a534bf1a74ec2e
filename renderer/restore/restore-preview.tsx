import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { RestoreDiff, RestorePreview, RestorePreviewFile } from '#shared/contract/restore.ts';
import { errorMessage } from '#shared/error-message.ts';
import { Badge } from '../ui/display/badge.tsx';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { call } from '../bridge/client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { LeftOutList } from '../diff/left-out-list.tsx';
import { noText } from '../diff/words.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { LostList } from './lost-list.tsx';
import { CHANGES, countOf, words } from './words.ts';
import styles from './restore-dialog.module.css';

export interface RestorePreviewProps {
  readonly sessionId: string;
  readonly preview: RestorePreview;
  /** Files to leave as they are. */
  readonly keep: ReadonlySet<string>;
  readonly onKeep: (keep: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** What restoring would change, file by file, and what it can't reach. */
export function RestorePreviewView({ sessionId, preview, keep, onKeep, disabled }: RestorePreviewProps) {
  const { files, total, leftAlone, leftOut, lost, previewId } = preview;
  const others = files.filter(({ changedByOthers }) => changedByOthers).length;
  const toggle = (path: string) => {
    const next = new Set(keep);
    if (!next.delete(path)) next.add(path);
    onKeep(next);
  };
  return (
    <>
      {others > 0 && <p className={styles.warning}>{words.othersChanged(others, countOf(others, 'file'))}</p>}
      {total === 0 ? (
        <p className={styles.before}>{words.allSame}</p>
      ) : (
        <ul className={styles.files} aria-label={words.wouldChange}>
          {files.map((file) => (
            <FileRow
              key={file.path}
              sessionId={sessionId}
              previewId={previewId}
              file={file}
              isKept={keep.has(file.path)}
              onToggle={() => toggle(file.path)}
              disabled={disabled}
            />
          ))}
        </ul>
      )}
      {total > files.length && <p className={styles.quiet}>{words.restoredToo(countOf(total - files.length, words.moreFile))}</p>}
      {leftAlone > 0 && <p className={styles.quiet}>{words.leftAlone(countOf(leftAlone, words.moreFile))}</p>}
      <LostList lost={lost} />
      <div className={styles.leftOut}>
        <LeftOutList leftOut={leftOut} summary={words.leftOut} explained={words.neverTouched} />
      </div>
    </>
  );
}

interface FileRowProps {
  readonly sessionId: string;
  readonly previewId: string;
  readonly file: RestorePreviewFile;
  readonly isKept: boolean;
  readonly onToggle: () => void;
  readonly disabled: boolean;
}

/** One file: whether it is restored, what changes, and its diff on demand. */
function FileRow({ sessionId, previewId, file, isKept, onToggle, disabled }: FileRowProps) {
  const [open, setOpen] = useState(false);
  const diffId = useId();
  const { path, from, change, added, removed, changedByOthers } = file;
  const isOnlyRenamed = change === 'rename' && added === 0 && removed === 0;
  const oldName = from === null ? undefined : words.renamedBackTo(from);
  return (
    <li className={styles.file}>
      <div className={styles.fileLine}>
        <input type="checkbox" checked={!isKept} onChange={onToggle} disabled={disabled} aria-label={words.restoreOf(path)} />
        <button type="button" className={styles.fileButton} aria-expanded={open} aria-controls={diffId} onClick={() => setOpen(!open)}>
          <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
          <span className={styles.path}>
            <MiddleEllipsis text={path} />
          </span>
          <span className={styles.marks}>
            {changedByOthers && <Badge tone="warn">{words.changedSince}</Badge>}
            <span className={styles.change} title={oldName}>
              {CHANGES[change]}
            </span>
            <Lines added={added} removed={removed} />
          </span>
        </button>
      </div>
      <div id={diffId}>
        {open && oldName !== undefined && (
          <p className={styles.quiet}>
            <VisibleText text={oldName} />
          </p>
        )}
        {open && !isOnlyRenamed && <FileDiff sessionId={sessionId} previewId={previewId} path={path} />}
      </div>
    </li>
  );
}

function Lines({ added, removed }: Pick<RestorePreviewFile, 'added' | 'removed'>) {
  if (added === null || removed === null) return <span className={styles.counts}>{words.binary}</span>;
  return (
    <span className={styles.counts}>
      <span className={styles.added}>+{added.toLocaleString('en')}</span>{' '}
      <span className={styles.removed}>−{removed.toLocaleString('en')}</span>
    </span>
  );
}

/** One file's diff of a restore, fetched when opened. */
function FileDiff({ sessionId, previewId, path }: { readonly sessionId: string; readonly previewId: string; readonly path: string }) {
  const [diff, setDiff] = useState<RestoreDiff | { readonly type: 'failed'; readonly message: string } | null>(null);
  useEffect(() => {
    let current = true;
    call('restore.diff', { sessionId, previewId, path }).then(
      (answer) => current && setDiff(answer),
      (error: unknown) => current && setDiff({ type: 'failed', message: errorMessage(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, previewId, path]);
  if (diff === null) return <Skeleton lines={3} label={words.changesTo(path)} />;
  if (diff.type === 'failed') return <p className={styles.warning}>{diff.message}</p>;
  if (diff.type === 'binary') return <p className={styles.quiet}>{noText(diff)}</p>;
  return diff.detail.type === 'diff' ? <DiffView diff={diff.detail} maxHeight={280} /> : null;
}
