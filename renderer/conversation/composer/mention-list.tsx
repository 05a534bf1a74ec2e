import { File, Folder } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './mention-list.module.css';

interface MentionListProps {
  readonly id: string;
  readonly files: readonly string[];
  readonly chosen: number;
  readonly onPick: (file: string) => void;
}

/** Files to choose from; the message box keeps the focus and handles the keys. */
export function MentionList({ id, files, chosen, onPick }: MentionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, files]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={words.files} className={styles.list}>
      {files.map((file, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the message box has the
        // focus and handles the keys
        <li
          key={file}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={styles.file}
          // Before the box would lose the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(file);
          }}
        >
          {file.endsWith('/') ? <Folder {...icon} /> : <File {...icon} />}
          <span className={styles.name}>
            <VisibleText text={nameOf(file)} />
          </span>
          <span className={styles.folder}>
            <VisibleText text={file.slice(0, file.length - nameOf(file).length)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/', file.length - 2) + 1);
}
