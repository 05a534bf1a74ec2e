import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { LOW, ONE_PANE, useMediaQuery } from '../ui/use-media-query.ts';
import { words } from './words.ts';
import styles from './files-count.module.css';

interface Overview {
  /** Whether the window is so small that it can be folded. */
  readonly folds: boolean;
  readonly shown: boolean;
  readonly toggle: () => void;
  /** After a file was chosen in it. */
  readonly leave: () => void;
}

/** Whether the overview of the files is shown. On a phone on its side the diffs need all of the height, so it is folded at first. */
export function useOverview(files: number): Overview {
  const folds = useMediaQuery(ONE_PANE) && files > 1;
  const isLow = useMediaQuery(LOW) && folds;
  const [chosen, setChosen] = useState<boolean>();
  const shown = !folds || (chosen ?? !isLow);
  return { folds, shown, toggle: () => setChosen(!shown), leave: () => isLow && setChosen(false) };
}

interface FilesCountProps {
  readonly count: number;
  /** How many of them a filter shows; `undefined` without one. */
  readonly filtered: number | undefined;
  readonly overview: Overview;
}

/** How many files have changed; where the overview folds, the button that does it. */
export function FilesCount({ count, filtered, overview: { folds, shown, toggle } }: FilesCountProps) {
  const text = filtered === undefined ? words.files(count) : words.filesOf(filtered, count);
  return (
    <>
      <span className={folds ? 'visually-hidden' : styles.count} role="status">
        {text}
      </span>
      {folds && (
        <button type="button" className={styles.toggle} aria-expanded={shown} title={words.overviewHint} onClick={toggle}>
          {text}
          <ChevronDown size={13} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        </button>
      )}
    </>
  );
}
