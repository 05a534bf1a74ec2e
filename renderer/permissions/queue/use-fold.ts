import { useState } from 'react';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';

/** Whether the person has folded the queue, which only a phone offers. It stays folded until they unfold it or nothing waits any more. */
export function useFold(waiting: boolean): {
  readonly offered: boolean;
  readonly folded: boolean;
  readonly setFolded: (folded: boolean) => void;
} {
  const offered = useMediaQuery(PHONE) && waiting;
  const [folded, setFolded] = useState(false);
  if (folded && !offered) setFolded(false);
  return { offered, folded: folded && offered, setFolded };
}
