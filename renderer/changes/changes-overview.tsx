import type { MouseEvent } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { rowId, shortNames } from './changed-file-names.ts';
import { LineCounts } from './line-counts.tsx';
import { words } from './words.ts';
import styles from './changes-overview.module.css';

/** As many as the list below renders at first. */
const MAX_NAMED = 100;

/** The files at a glance, above their diffs: a click goes to one. A single file needs none. */
export function ChangesOverview({ files }: { readonly files: readonly ChangedFile[] }) {
  if (files.length < 2) return null;
  const names = shortNames(files.map(({ path }) => path));
  return (
    <nav className={styles.overview} aria-label={words.overview}>
      {files.slice(0, MAX_NAMED).map((file, index) => (
        <a
          key={file.path}
          href={`#${rowId(file.path)}`}
          className={styles.file}
          title={file.path}
          onClick={(event) => goTo(event, file.path)}
        >
          <span className={styles.name}>
            <VisibleText text={names[index] ?? file.path} />
          </span>
          <LineCounts file={file} />
        </a>
      ))}
      {files.length > MAX_NAMED && <span className={styles.more}>{words.showMore(files.length - MAX_NAMED)}</span>}
    </nav>
  );
}

/** Brings the file’s row into view, unfolded. */
function goTo(event: MouseEvent, path: string): void {
  const row = document.querySelector<HTMLElement>(`#${CSS.escape(rowId(path))}`);
  const button = row?.querySelector<HTMLElement>('[data-file]');
  if (!row || !button) return;
  event.preventDefault();
  if (button.getAttribute('aria-expanded') === 'false') button.click();
  row.scrollIntoView({ block: 'start' });
  button.focus({ preventScroll: true });
}
