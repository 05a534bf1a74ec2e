import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { TurnRow } from '#shared/session/view.ts';
import { call } from '../../bridge/client.ts';
import { useSession } from '../../store/selectors.ts';

export type InGit = CommandOutput<'changes.inGit'>;

/** Nothing is known: then a commit may be tried. */
const UNKNOWN: InGit = { open: 1, commits: [] };

/**
 * What of a turn’s files could be committed now; `undefined` until that is known. It is asked for again when something is committed or
 * restored, and when the person comes back to the window.
 * @param paths `undefined`: they are not all known.
 */
export function useInGit(sessionId: string, { startedAt }: TurnRow, paths: readonly string[] | undefined): InGit | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly inGit: InGit }>();
  const items = useSession(sessionId, (view) => view.items.length) ?? 0;
  const of = JSON.stringify([sessionId, startedAt, paths]);
  useEffect(() => {
    if (!paths) return undefined;
    let current = true;
    const ask = () =>
      void call('changes.inGit', { sessionId, paths: [...paths], since: startedAt })
        // Without git, or offline, nothing is known.
        .catch(() => UNKNOWN)
        .then((inGit) => current && setFound({ of, inGit }));
    ask();
    window.addEventListener('focus', ask);
    return () => {
      current = false;
      window.removeEventListener('focus', ask);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `of` identifies the others.
  }, [of, items]);
  if (!paths) return UNKNOWN;
  return found?.of === of ? found.inGit : undefined;
}
