import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

type UserShells = CommandOutput<'userShell.list'>;

const NONE: UserShells = { shells: [], allowed: false };

/** The user's own shells of the session; refetched when one is opened, ended or closed, or the settings change. */
export function useUserShells(sessionId: string): UserShells {
  const version = useWindow((state) => state.userShellsVersion);
  const rules = useWindow((state) => state.rulesVersion);
  const connected = useWindow((state) => state.connection === 'connected');
  const [list, setList] = useState<{ readonly sessionId: string; readonly shells: UserShells }>();
  useEffect(() => {
    if (!connected) return;
    let current = true;
    call('userShell.list', { sessionId }).then(
      (shells) => current && setList({ sessionId, shells }),
      // A session that can't be reached has none to show.
      () => current && setList({ sessionId, shells: NONE }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, version, rules, connected]);
  return list?.sessionId === sessionId ? list.shells : NONE;
}
