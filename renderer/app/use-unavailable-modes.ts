import { useEffect, useState } from 'react';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

type Unavailable = ReadonlyMap<PermissionMode, string>;

/** Until main has answered, don't offer modes that may be refused. */
const UNKNOWN: Unavailable = new Map([['auto', 'Checking whether a model can be asked']]);

/** The modes this session can't use, with the reason. Refreshed when the mode, the key or the server changes. */
export function useUnavailableModes(sessionId: string, mode: PermissionMode): Unavailable {
  const access = useWindow((state) => state.app?.access);
  const isOpen = useSession(sessionId, () => true) ?? false;
  const [known, setKnown] = useState<{ readonly sessionId: string; readonly modes: Unavailable }>();
  useEffect(() => {
    let current = true;
    const look = async () => {
      const { unavailable } = await call('session.modes', { sessionId });
      if (current) setKnown({ sessionId, modes: new Map(unavailable.map((entry) => [entry.mode, entry.why])) });
    };
    // Without an answer, keep the current list.
    if (isOpen) look().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [sessionId, isOpen, mode, access]);
  return known?.sessionId === sessionId ? known.modes : UNKNOWN;
}
