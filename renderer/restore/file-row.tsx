import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RestorePreviewFile } from '#shared/contract/restore.ts';
import { Badge } from '../ui/badge.tsx';
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx';
import { FileDiff } from './file-diff.tsx';
import { CHANGES } from './restore-words.ts';
import { words } from './words.ts';
import styles from './restore-dialog.module.css';

export interface FileRowProps {
  readonly sessionId: string;
  readonly previewId: string;
  readonly file: RestorePreviewFile;
  readonly isKept: boolean;
  readonly onToggle: () => void;
  readonly disabled: boolean;
}

/** One file: whether it is restored, what changes, and its diff on demand. */
export function FileRow({ sessionId, previewId, file, isKept, onToggle, disabled }: FileRowProps) {
  const [open, setOpen] = useState(false);
  const diffId = useId();
  const { path, change, added, removed, changedByOthers } = file;
  return (
    <li className={styles.file}>
      <div className={styles.fileLine}>
        <input type="checkbox" checked={!isKept} onChange={onToggle} disabled={disabled} aria-label={words.restoreOf(path)} />
        <button type="button" className={styles.fileButton} aria-expanded={open} aria-controls={diffId} onClick={() => setOpen(!open)}>
          <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
          <span className={styles.path}>
            <MiddleEllipsis text={path} tailChars={32} />
          </span>
          {changedByOthers && <Badge tone="warn">{words.changedSince}</Badge>}
          <span className={styles.change}>{CHANGES[change]}</span>
          <Lines added={added} removed={removed} />
        </button>
      </div>
      <div id={diffId}>{open && <FileDiff sessionId={sessionId} previewId={previewId} path={path} />}</div>
    </li>
  );
}

function Lines({ added, removed }: Pick<RestorePreviewFile, 'added' | 'removed'>) {
  if (added === null || removed === null) return <span className={styles.counts}>{words.binary}</span>;
  return (
    <span className={styles.counts}>
      <span className={styles.added}>+{added}</span> <span className={styles.removed}>−{removed}</span>
    </span>
  );
}
