import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { words } from '../words.ts';
import styles from './turn-head.module.css';

export interface FoldTurnsProps {
  readonly allFolded: boolean;
  readonly onFold: (folded: boolean) => void;
}

/** Folds all turns, or unfolds them; above their own buttons. */
export function FoldTurns({ allFolded, onFold }: FoldTurnsProps) {
  const label = allFolded ? words.unfoldTurns : words.foldTurns;
  const Icon = allFolded ? ChevronsUpDown : ChevronsDownUp;
  return (
    <button type="button" data-folds="" className={styles.toggle} aria-label={label} title={label} onClick={() => onFold(!allFolded)}>
      <Icon size={13} aria-hidden="true" />
    </button>
  );
}
