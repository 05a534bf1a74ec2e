import type { ChangedFile } from '#shared/contract/changes.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { MiddleEllipsis } from '../../ui/display/middle-ellipsis.tsx';
import { CHANGE_TONES } from '../change-tones.ts';
import { LineCounts } from '../line-counts.tsx';
import { words as changesWords } from '../words.ts';
import { words } from './words.ts';
import styles from './commit-dialog.module.css';

interface CommitFileProps {
  readonly file: ChangedFile;
  /** Shown instead of the path, below its folder. */
  readonly name: string | undefined;
  readonly commits: boolean;
  readonly onCommits: (commits: boolean) => void;
}

/** A changed file and whether it is committed. */
export function CommitFile({ file, name = file.path, commits, onCommits }: CommitFileProps) {
  return (
    <li className={styles.row}>
      <label className={styles.file}>
        <input type="checkbox" checked={commits} aria-label={words.commitOf(file.path)} onChange={() => onCommits(!commits)} />
        <span className={styles.path}>
          <MiddleEllipsis text={name} named />
        </span>
        <span className={styles.marks}>
          {file.change !== 'modify' && (
            <Badge tone={CHANGE_TONES[file.change]} title={file.from === null ? undefined : changesWords.renamedFrom(file.from)}>
              {changesWords.changes[file.change]}
            </Badge>
          )}
          {file.changedByOthers && (
            <Badge tone="warn" title={file.calls.length > 0 ? changesWords.othersTitle : changesWords.onlyOthersTitle}>
              {file.calls.length > 0 ? changesWords.others : changesWords.onlyOthers}
            </Badge>
          )}
          <LineCounts file={file} isSaid={file.change !== 'modify'} />
        </span>
      </label>
    </li>
  );
}
