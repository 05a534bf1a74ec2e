import { Pencil } from 'lucide-react';
import type { CallRow } from '#shared/session/view.ts';
import { Badge } from '../ui/display/badge.tsx';
import { CHANGED_WORDS } from './words.ts';
import styles from './changed-mark.module.css';

/** That the call isn't as the model made it. */
export function ChangedMark({ row: { changedBy } }: { readonly row: CallRow }) {
  return changedBy === undefined ? null : <Badge tone="info">{CHANGED_WORDS[changedBy]}</Badge>;
}

/** The same where there is little room. */
export function ChangedIcon({ row: { changedBy } }: { readonly row: CallRow }) {
  if (changedBy === undefined) return null;
  return (
    <span role="img" className={styles.icon} aria-label={CHANGED_WORDS[changedBy]} title={CHANGED_WORDS[changedBy]}>
      <Pencil size={12} aria-hidden="true" />
    </span>
  );
}
