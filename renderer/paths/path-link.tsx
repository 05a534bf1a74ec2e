import type { ReactNode } from 'react';
import { VisibleText } from '../ui/visible-text.tsx';
import { openPath } from './open-path.ts';
import { useKnownFile } from './use-known-file.ts';
import { words } from './words.ts';
import styles from './path-link.module.css';

export interface PathLinkProps {
  readonly path: string;
  readonly line?: number | undefined;
  readonly tabIndex?: number | undefined;
  /** Link text; default: the path. */
  readonly children?: ReactNode;
}

/** A path that opens in the user’s editor. */
export function PathLink({ path, line, tabIndex, children }: PathLinkProps) {
  return (
    <button
      type="button"
      className={styles.link}
      title={words.openAt(path, line)}
      tabIndex={tabIndex}
      onClick={() => void openPath(path, line)}
    >
      {children ?? <VisibleText text={path} />}
    </button>
  );
}

/** Text that may name a file, such as `src/app.ts:12`: a link if the file exists, else plain text. */
export function FileText({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  const file = useKnownFile(text);
  const drawn = children ?? <VisibleText text={text} />;
  if (!file) return drawn;
  return (
    <PathLink path={file.path} line={file.line}>
      {drawn}
    </PathLink>
  );
}
