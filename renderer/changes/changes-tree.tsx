import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { FolderNode } from './file-tree.ts';
import { OverviewLink, type OverviewLinkProps } from './overview-link.tsx';
import styles from './changes-overview.module.css';

interface ChangesTreeProps extends Pick<OverviewLinkProps, 'onGo'> {
  readonly folder: FolderNode<ChangedFile>;
  /** The file that is looked at. */
  readonly current: string | undefined;
}

/** The changed files of a folder by folder. */
export function ChangesTree({ folder, current, onGo }: ChangesTreeProps) {
  return (
    <ul className={styles.tree}>
      {folder.children.map((child) =>
        child.type === 'folder' ? (
          <Folder key={`${child.path}/`} folder={child} current={current} onGo={onGo} />
        ) : (
          <li key={child.file.path}>
            <OverviewLink file={child.file} name={child.name} isCurrent={child.file.path === current} onGo={onGo} />
          </li>
        ),
      )}
    </ul>
  );
}

function Folder({ folder, current, onGo }: ChangesTreeProps) {
  const [open, setOpen] = useState(true);
  const hidesCurrent = !open && current?.startsWith(`${folder.path}/`) === true;
  return (
    <li>
      <button
        type="button"
        className={styles.folder}
        title={folder.path}
        aria-expanded={open}
        data-current={hidesCurrent}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={12} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        <span className={styles.name}>
          <VisibleText text={folder.name} />
        </span>
      </button>
      {open && <ChangesTree folder={folder} current={current} onGo={onGo} />}
    </li>
  );
}
