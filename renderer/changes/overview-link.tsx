import { useEffect, useRef } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { rowId } from './changed-file-names.ts';
import { LineCounts } from './line-counts.tsx';
import styles from './changes-overview.module.css';

export interface OverviewLinkProps {
  readonly file: ChangedFile;
  readonly name: string;
  /** Whether it is the file that is looked at. */
  readonly isCurrent: boolean;
  readonly onGo: (path: string) => void;
}

/** A file in the overview: a click brings its diff into view. */
export function OverviewLink({ file, name, isCurrent, onGo }: OverviewLinkProps) {
  const { path, change } = file;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && link.current) showInOverview(link.current);
  }, [isCurrent]);
  return (
    <a
      ref={link}
      href={`#${rowId(path)}`}
      className={styles.file}
      title={path}
      aria-current={isCurrent ? 'location' : undefined}
      data-change={change}
      onClick={(event) => {
        event.preventDefault();
        onGo(path);
      }}
    >
      <span className={styles.name}>
        <MiddleEllipsis text={name} title={path} />
      </span>
      <LineCounts file={file} />
    </a>
  );
}

/** Only the overview scrolls: `scrollIntoView` would also move what is around it. */
function showInOverview(link: HTMLElement): void {
  const overview = link.closest('nav');
  if (!overview) return;
  const [outer, inner] = [overview.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top) overview.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) overview.scrollTop += inner.bottom - outer.bottom;
}
