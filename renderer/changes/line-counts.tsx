import type { ChangedFile } from '#shared/contract/changes.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

/** How many lines a file got and lost. */
export function LineCounts({ file: { added, removed } }: { readonly file: Pick<ChangedFile, 'added' | 'removed'> }) {
  if (added === null || removed === null) return <span className={styles.counts}>{words.binary}</span>;
  return (
    <span className={styles.counts}>
      <span className="visually-hidden">{words.lines(added, removed)}</span>
      <span aria-hidden="true" className={styles.added}>
        {words.added(added)}
      </span>{' '}
      <span aria-hidden="true" className={styles.removed}>
        {words.removed(removed)}
      </span>
    </span>
  );
}
