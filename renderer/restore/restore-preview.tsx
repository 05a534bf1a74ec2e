import type { RestorePreview } from '#shared/contract/restore.ts';
import { Badge } from '../ui/badge.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FileRow } from './file-row.tsx';
import { countOf, REASONS } from './restore-words.ts';
import styles from './restore-dialog.module.css';

export interface RestorePreviewProps {
  readonly sessionId: string;
  readonly preview: RestorePreview;
  /** Files that stay as they are. */
  readonly keep: ReadonlySet<string>;
  readonly onKeep: (keep: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** What restoring would change, file by file, and what it doesn't reach. */
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
      {others > 0 && (
        <p className={styles.warning}>
          {others === 1
            ? '1 file was changed since by you or another program, as far as can be told. It stays as it is unless you tick it.'
            : `${countOf(others, 'file')} were changed since by you or another program, as far as can be told. They stay as they are unless you tick them.`}
        </p>
      )}
      {total === 0 ? (
        <p className={styles.before}>All covered files are already as they were then.</p>
      ) : (
        <ul className={styles.files} aria-label="Files that would change">
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
      {total > files.length && <p className={styles.quiet}>… and {countOf(total - files.length, 'more file')}, restored with these.</p>}
      {leftAlone > 0 && (
        <p className={styles.quiet}>
          {countOf(leftAlone, 'more file')} changed by others, for which the list has no room, left as they are.
        </p>
      )}
      {leftOut.total > 0 && (
        <details className={styles.leftOut}>
          <summary>
            Not covered <Badge>{leftOut.total.toLocaleString('en')}</Badge>
          </summary>
          <p className={styles.quiet}>These are never touched. Empty folders aren’t kept either.</p>
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
            <p className={styles.quiet}>… and {(leftOut.total - leftOut.items.length).toLocaleString('en')} more.</p>
          )}
        </details>
      )}
    </>
  );
}
