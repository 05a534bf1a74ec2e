import { useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { FEW_FILES, filterFiles } from '../filter-files.ts';
import { words as changesWords } from '../words.ts';
import { CommitFile } from './commit-file.tsx';
import { SeveralCheckbox } from './several-checkbox.tsx';
import { words } from './words.ts';
import styles from './commit-dialog.module.css';

interface CommitFilesProps {
  readonly files: readonly ChangedFile[];
  /** Paths of those that aren’t committed. */
  readonly left: ReadonlySet<string>;
  readonly onLeave: (left: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** Which of the changed files are committed. Many are shown by folder, and can be filtered; what the filter hides keeps its choice. */
export function CommitFiles({ files, left, onLeave, disabled }: CommitFilesProps) {
  const [filter, setFilter] = useState('');
  const many = files.length > FEW_FILES;
  const shown = many ? filterFiles(files, filter) : files;
  const chosen = files.filter(({ path }) => !left.has(path)).length;
  const choose = (some: readonly ChangedFile[], commits: boolean): void => {
    const next = new Set(left);
    for (const { path } of some) {
      if (commits) next.delete(path);
      else next.add(path);
    }
    onLeave(next);
  };
  const row = (file: ChangedFile, name?: string) => (
    <CommitFile key={file.path} file={file} name={name} commits={!left.has(file.path)} onCommits={(commits) => choose([file], commits)} />
  );
  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className="visually-hidden">{words.filesToCommit}</legend>
      <div className={styles.all}>
        <label>
          <SeveralCheckbox files={shown} left={left} onCommits={(commits) => choose(shown, commits)} />
          {words.chosen(chosen, files.length)}
        </label>
        {many && <SearchField label={changesWords.filter} value={filter} onSearch={setFilter} className={styles.filter} />}
      </div>
      <ul className={styles.files} aria-label={words.filesToCommit}>
        {!many && shown.map((file) => row(file))}
        {many &&
          byFolder(shown).map(([folder, inside]) => (
            <li key={folder}>
              <label className={styles.file}>
                <SeveralCheckbox files={inside} left={left} label={words.folder(folder)} onCommits={(commits) => choose(inside, commits)} />
                {folder === '' ? (
                  words.projectFolder
                ) : (
                  <span className={styles.folder}>
                    <VisibleText text={`${folder}/`} />
                  </span>
                )}
                <span className={styles.quiet}>{changesWords.files(inside.length)}</span>
              </label>
              <ul className={styles.inside} aria-label={words.folder(folder)}>
                {inside.map((file) => row(file, file.path.slice(folder === '' ? 0 : folder.length + 1)))}
              </ul>
            </li>
          ))}
        {shown.length === 0 && <li className={styles.none}>{changesWords.noMatch}</li>}
      </ul>
    </fieldset>
  );
}

/** Folders and their files, in the order in which they come first; empty for the project folder. */
function byFolder(files: readonly ChangedFile[]): [folder: string, inside: ChangedFile[]][] {
  const folders = new Map<string, ChangedFile[]>();
  for (const file of files) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')));
    const inside = folders.get(folder);
    if (inside) inside.push(file);
    else folders.set(folder, [file]);
  }
  return [...folders];
}
