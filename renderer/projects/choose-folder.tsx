import { Folder } from 'lucide-react';
import { openProject } from '../store/project-actions.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';
import styles from './folder-browser.module.css';

export interface ChooseFolderProps {
  readonly name: string;
  readonly candidates: readonly string[];
  readonly onClose: () => void;
}

/** Asks which of several matching folders was dropped. */
export function ChooseFolder({ name, candidates, onClose }: ChooseFolderProps) {
  return (
    <Dialog open onClose={onClose} title={words.which(name)} description={words.whichDetail} size="medium">
      <ul className={styles.list} aria-label={words.folders}>
        {candidates.map((path) => (
          <li key={path}>
            <button type="button" className={styles.folder} onClick={() => void openProject(path)}>
              <Folder size={16} strokeWidth={1.5} aria-hidden="true" />
              {path}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
