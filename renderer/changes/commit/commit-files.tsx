import { useEffect, useRef } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { MiddleEllipsis } from '../../ui/display/middle-ellipsis.tsx';
import { CHANGE_TONES } from '../change-tones.ts';
import { LineCounts } from '../line-counts.tsx';
import { words as changesWords } from '../words.ts';
import { words } from './words.ts';
import styles from './commit-dialog.module.css';

interface CommitFilesProps {
  readonly files: readonly ChangedFile[];
  /** Paths of those that aren’t committed. */
  readonly left: ReadonlySet<string>;
  readonly onLeave: (left: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** Which of the changed files are committed. */
export function CommitFiles({ files, left, onLeave, disabled }: CommitFilesProps) {
  const chosen = files.filter(({ path }) => !left.has(path)).length;
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen > 0 && chosen < files.length;
  });
  const toggle = (path: string): void => {
    const next = new Set(left);
    if (!next.delete(path)) next.add(path);
    onLeave(next);
  };
  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className="visually-hidden">{words.filesToCommit}</legend>
      <label className={styles.all}>
        <input
          ref={all}
          type="checkbox"
          checked={chosen === files.length}
          onChange={() => onLeave(new Set(chosen === files.length ? files.map(({ path }) => path) : []))}
        />
        {words.chosen(chosen, files.length)}
      </label>
      <ul className={styles.files} aria-label={words.filesToCommit}>
        {files.map((file) => (
          <li key={file.path}>
            <label className={styles.file}>
              <input
                type="checkbox"
                checked={!left.has(file.path)}
                aria-label={words.commitOf(file.path)}
                onChange={() => toggle(file.path)}
              />
              <span className={styles.path}>
                <MiddleEllipsis text={file.path} tailChars={32} named />
              </span>
              {file.change !== 'modify' && (
                <Badge tone={CHANGE_TONES[file.change]} title={file.from === null ? undefined : changesWords.renamedFrom(file.from)}>
                  {changesWords.changes[file.change]}
                </Badge>
              )}
              {file.changedByOthers && (
                <Badge tone="warn" title={changesWords.othersTitle}>
                  {changesWords.others}
                </Badge>
              )}
              <LineCounts file={file} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
