import type { RestorePreview } from '#shared/contract/restore.ts';
import { Badge } from '../ui/badge.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FileRow } from './file-row.tsx';
import { countOf, REASONS } from './restore-words.ts';
import { words } from './words.ts';
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
  const { files, total, leftAlone, leftOut, previewId } = preview;
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
      {total > files.length && <p className={styles.quiet}>{words.restoredToo(countOf(total - files.length, 'more file'))}</p>}
      {leftAlone > 0 && <p className={styles.quiet}>{words.leftAlone(countOf(leftAlone, 'more file'))}</p>}
      {leftOut.total > 0 && (
        <details className={styles.leftOut}>
          <summary>
            {words.notCovered} <Badge>{leftOut.total.toLocaleString('en')}</Badge>
          </summary>
          <p className={styles.quiet}>{words.neverTouched}</p>
          <ul className={styles.leftOutList}>
            {leftOut.items.map(({ path, reason }) => (
              <li key={`${reason} ${path}`}>
                <code>
                  <VisibleText text={path} />
                </code>
                <span className={styles.quiet}>{REASONS[reason]}</span>
              </li>
            ))}
          </ul>
          {leftOut.total > leftOut.items.length && (
            <p className={styles.quiet}>{words.andMore((leftOut.total - leftOut.items.length).toLocaleString('en'))}</p>
          )}
        </details>
      )}
    </>
  );
}
