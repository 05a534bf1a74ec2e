import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { SearchField } from '../ui/controls/search-field.tsx';
import { words } from './words.ts';
import styles from './files-bar.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface FilesBarProps {
  /** `undefined`: so few files need no filter. */
  readonly filter: string | undefined;
  readonly onFilter: (filter: string) => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onUnfold: (open: boolean) => void;
}

/** Moves through the changed files: a filter, from file to file, all folded or unfolded. */
export function FilesBar({ filter, onFilter, onStep, onUnfold }: FilesBarProps) {
  return (
    <div className={styles.bar} data-few={filter === undefined}>
      {filter !== undefined && <SearchField label={words.filter} value={filter} onSearch={onFilter} className={styles.filter} />}
      <span className={styles.space} />
      <span className={styles.steps}>
        <IconButton label={words.previousFile} keys="K" size="small" icon={<ArrowUp {...icon} />} onClick={() => onStep(-1)} />
        <IconButton label={words.nextFile} keys="J" size="small" icon={<ArrowDown {...icon} />} onClick={() => onStep(1)} />
      </span>
      <Button size="small" variant="quiet" onClick={() => onUnfold(false)}>
        {words.collapseAll}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onUnfold(true)}>
        {words.expandAll}
      </Button>
    </div>
  );
}
