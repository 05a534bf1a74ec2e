import { useEffect, useState } from 'react';
import type { PluginList } from '#shared/contract/commands/plugin-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { attempt } from '../../store/window-actions.ts';

/** Does something that changes plugins. */
export type ActOnPlugins = (action: {
  /** Identifies the action while it runs. */
  readonly key: string;
  /** Title of the error. */
  readonly failed: string;
  readonly run: () => Promise<PluginList>;
}) => Promise<boolean>;

export interface Plugins {
  /** `null` until loaded. */
  readonly list: PluginList | null;
  readonly error: string | null;
  /** The action that is running. */
  readonly busy: string | null;
  readonly act: ActOnPlugins;
}

/** The project's plugins; fetched again when settings or trust change. */
export function usePlugins(projectDir: string, trusted: boolean): Plugins {
  const rules = useWindow((state) => state.rulesVersion);
  const [list, setList] = useState<PluginList | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    call('plugins.list', { projectDir }).then(
      (answer) => {
        if (!current) return;
        setList(answer);
        setError(null);
      },
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, trusted, rules]);
  const act: ActOnPlugins = async ({ key, failed, run }) => {
    setBusy(key);
    const after = await attempt(failed, run());
    setBusy(null);
    if (after) setList(after);
    return after !== undefined;
  };
  return { list, error, busy, act };
}
