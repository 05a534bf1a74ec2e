import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** IDs of requests by what a person did with them in this window. The queue is removed while another project is opened. */
const lasting = new Map<string, ReadonlySet<string>>();

/** A set of IDs that only grows and outlasts the component. */
export function useLastingIds(what: 'later' | 'single'): readonly [ReadonlySet<string>, (added: readonly string[]) => void] {
  const [ids, setIds] = useState(lasting.get(what) ?? NONE);
  const add = useCallback(
    (added: readonly string[]) => {
      const next = new Set([...(lasting.get(what) ?? NONE), ...added]);
      lasting.set(what, next);
      setIds(next);
    },
    [what],
  );
  return [ids, add];
}
