import { SearchX } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { closeFilter } from '../filter/timeline-filter.ts';
import { words } from '../words.ts';
import styles from '../timeline.module.css';

/** In place of the rows while the filter hides all. */
export function NoMatches() {
  return (
    <div className={styles.overlay}>
      <EmptyState
        icon={<SearchX size={24} strokeWidth={1.5} aria-hidden="true" />}
        title={words.noCallMatches}
        actions={<Button onClick={closeFilter}>{words.clearTheFilter}</Button>}
      >
        {words.noMatchHint}
      </EmptyState>
    </div>
  );
}
