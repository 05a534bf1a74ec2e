import { useState } from 'react';
import type { AskGroup } from './ask-groups.ts';

/** Whether the requests that only read are shown to be allowed together, in the place of the list; until fewer than two of them wait. */
export function useReadReview(reads: readonly AskGroup[]): readonly [boolean, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(false);
  const isOpen = wanted && reads.length > 1;
  if (wanted && !isOpen) setWanted(false);
  return [isOpen, setWanted];
}
