import { useEffect, useState } from 'react';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { setMode } from '../store/session-actions.ts';
import { Select } from '../ui/controls/select.tsx';
import { MODE_WORDS } from '../ui/words.ts';
import styles from './status-bar.module.css';
import { words } from './words.ts';

type Unavailable = ReadonlyMap<PermissionMode, string>;

/** Until main has answered, don't offer modes that may be refused. */
const UNKNOWN: Unavailable = new Map([['auto', words.checkingModel]]);

/** The modes a user can switch to. */
const SWITCHABLE_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'auto', 'plan', 'dontAsk'];

export interface ModeSwitchProps {
  readonly sessionId: string;
  /** Without the word before the mode's name. */
  readonly brief: boolean;
}

/** Shows and changes the session's permission mode. An unavailable mode says why. */
export function ModeSwitch({ sessionId, brief }: ModeSwitchProps) {
  const mode = useSession(sessionId, (view) => view.mode) ?? 'default';
  const unavailable = useUnavailableModes(sessionId, mode);
  const modes = SWITCHABLE_MODES.includes(mode) ? SWITCHABLE_MODES : [...SWITCHABLE_MODES, mode];
  return (
    <Select
      label={words.permissionMode}
      prefix={brief ? '' : words.modePrefix}
      className={styles.mode}
      variant="quiet"
      value={mode}
      options={modes.map((value) => ({
        value,
        label: MODE_WORDS[value].name,
        detail: unavailable.get(value) ?? MODE_WORDS[value].detail,
        disabled: value !== mode && unavailable.has(value),
      }))}
      onChange={(next) => void setMode(sessionId, next)}
    />
  );
}

/** The modes this session can't use, with the reason. Refreshed when the mode, the key or the server changes. */
function useUnavailableModes(sessionId: string, mode: PermissionMode): Unavailable {
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
