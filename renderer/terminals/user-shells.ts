import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { showTerminal } from '../store/wanted-terminal.ts';
import { attempt } from '../store/window-actions.ts';
import { words } from './words.ts';

/** Opens a shell for the user in the project folder and shows it. */
export async function startUserShell(): Promise<void> {
  const { sessionId } = useWindow.getState();
  if (sessionId === null) return;
  const started = await attempt(words.notStarted, call('userShell.start', { sessionId }));
  if (started) showTerminal(started.terminalId, started.terminalId);
}

/** Reports what fits here; the shell's size, which a smaller window may limit. */
export async function resizeShell(
  sessionId: string,
  terminalId: string,
  cols: number,
  rows: number,
): Promise<CommandOutput<'userShell.resize'> | undefined> {
  // Ignore errors: the next resize sends the size again.
  return call('userShell.resize', { sessionId, terminalId, cols, rows }).catch(() => undefined);
}

/** Ends a running shell, or removes an ended one from the list. */
export async function endUserShell(sessionId: string, terminalId: string): Promise<void> {
  await attempt(words.notEnded, call('userShell.end', { sessionId, terminalId }));
}

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
