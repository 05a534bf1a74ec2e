import { FolderDown } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { attachFiles } from '../conversation/composer/pending-attachments.ts';
import { useWindow } from '../store/app-store.ts';
import { droppedFiles, readDrop } from './dropped-folder.ts';
import { words } from './window-words.ts';
import styles from './drop-zone.module.css';

/** Accepts a folder dropped anywhere in the window. */
export function DropZone({ children }: { readonly children: ReactNode }) {
  const [over, setOver] = useState(false);
  const inSession = useWindow((state) => state.sessionId !== null);
  const depth = useRef(0);
  // Ignore text dragged within this page.
  const own = useRef(false);

  const onDragEnter = (event: DragEvent) => {
    if (own.current || !isDrop(event)) return;
    event.preventDefault();
    depth.current += 1;
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (own.current || !isDrop(event)) return;
    depth.current -= 1;
    if (depth.current <= 0) setOver(false);
  };
  const onDragOver = (event: DragEvent) => {
    if (own.current || !isDrop(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDrop = (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (own.current || event.defaultPrevented) return;
    // A path dropped as text into a field is input, not a folder to open.
    if (!hasFiles(event) && event.target instanceof Element && event.target.closest('input, textarea')) return;
    const { sessionId } = useWindow.getState();
    const files = sessionId === null ? [] : droppedFiles(event.dataTransfer);
    if (sessionId !== null && files.length > 0) {
      event.preventDefault();
      void attachFiles(sessionId, files);
      return;
    }
    const dropped = readDrop(event.dataTransfer);
    if (hasFiles(event) || dropped) event.preventDefault();
    if (dropped) void import('./open-dropped.ts').then(({ openDropped }) => openDropped(dropped));
  };

  return (
    <div
      className={styles.zone}
      onDragStart={() => (own.current = true)}
      onDragEnd={() => (own.current = false)}
      onDragEnter={onDragEnter}
      onDragLeave={onDragLeave}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      {children}
      {over && (
        <div className={styles.veil} aria-hidden="true">
          <div className={styles.target}>
            <FolderDown size={28} strokeWidth={1.25} />
            {inSession ? words.dropFiles : words.dropFolder}
          </div>
        </div>
      )}
    </div>
  );
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** Text dragged within the page is ignored unless it is a path or address. */
function isDrop(event: DragEvent): boolean {
  const { types } = event.dataTransfer;
  return types.includes('Files') || types.includes('text/uri-list') || types.includes('text/plain');
}
