import { type RefObject, useState } from 'react';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import type { Fold } from './fold-line.tsx';

/** How the person folds the queue. It stays folded until they unfold it or nothing waits any more. */
export function useFold(
  queue: RefObject<HTMLElement | null>,
  waiting: boolean,
): {
  /** `null` while nothing waits. */
  readonly fold: Fold | null;
  readonly folded: boolean;
  readonly unfold: () => void;
} {
  const byLine = useMediaQuery(PHONE);
  const [wanted, setWanted] = useState(false);
  if (wanted && !waiting) setWanted(false);
  const folded = wanted && waiting;
  const onToggle = () => {
    setWanted(!folded);
    // The pressed button is gone then.
    if (!byLine) requestAnimationFrame(() => (folded ? queue.current : queue.current?.querySelector<HTMLElement>('[data-fold]'))?.focus());
  };
  return { fold: waiting ? { folded, byLine, onToggle } : null, folded, unfold: () => setWanted(false) };
}
