import type { ChangedFile } from '#shared/contract/changes.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

interface LineCountsProps {
  readonly file: Pick<ChangedFile, 'change' | 'added' | 'removed'>;
  /** What happened to the file is said beside it. */
  readonly isSaid?: boolean;
}

/** How many lines a file got and lost. Where it is none, what else happened to it. */
export function LineCounts({ file: { change, added, removed }, isSaid = false }: LineCountsProps) {
  if (added === null || removed === null) return <span className={styles.counts}>{words.binary}</span>;
  if (added === 0 && removed === 0) return <span className={styles.counts}>{!isSaid && words.changes[change]}</span>;
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
