import type { ChangedFile } from '#shared/contract/changes.ts';
import { shortNames } from './changed-file-names.ts';
import { ChangesTree } from './changes-tree.tsx';
import { fileTree } from './file-tree.ts';
import { OverviewLink, type OverviewLinkProps } from './overview-link.tsx';
import { words } from './words.ts';
import styles from './changes-overview.module.css';

/** As many as the list renders at first. */
const MAX_NAMED = 100;

interface ChangesOverviewProps extends Pick<OverviewLinkProps, 'onGo'> {
  readonly files: readonly ChangedFile[];
  /** Many files are shown by folder. */
  readonly byFolder: boolean;
  /** The file that is looked at. */
  readonly current: string | undefined;
}

/** The files at a glance, beside or above their diffs: a click goes to one. A single file needs none. */
export function ChangesOverview({ files, byFolder, current, onGo }: ChangesOverviewProps) {
  const named = files.slice(0, MAX_NAMED);
  const tree = byFolder ? fileTree(named) : undefined;
  if (files.length < 2 && !byFolder) return null;
  const names = tree ? [] : shortNames(files.map(({ path }) => path));
  return (
    <nav className={styles.overview} aria-label={words.overview} data-by-folder={byFolder}>
      {tree ? (
        <ChangesTree folder={tree} current={current} onGo={onGo} />
      ) : (
        named.map((file, index) => (
          <OverviewLink key={file.path} file={file} name={names[index] ?? file.path} isCurrent={file.path === current} onGo={onGo} />
        ))
      )}
      {files.length > MAX_NAMED && <span className={styles.more}>{words.showMore(files.length - MAX_NAMED)}</span>}
    </nav>
  );
}
