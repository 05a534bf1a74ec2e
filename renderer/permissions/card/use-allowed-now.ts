import { useEffect, useState } from 'react';
import { isGrave } from '#shared/permission/risks.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';

/** What allows a request by now. */
export type AllowedBy = CommandOutput<'rules.allowing'>;

/** What allows the request by now; `undefined` where nothing does. Only a grave request waits for a person all the same. */
export function useAllowedNow({ sessionId, askId, risk }: QueuedAsk, projectDir: string): AllowedBy | undefined {
  const version = useWindow((state) => state.rulesVersion);
  const sessionRules = useWindow((state) => state.sessions[sessionId]?.view.sessionRules);
  const mode = useWindow((state) => state.sessions[sessionId]?.view.mode);
  const [allowedBy, setAllowedBy] = useState<AllowedBy>();
  const waits = isGrave(risk);
  useEffect(() => {
    if (!waits || projectDir === '') return undefined;
    let current = true;
    call('rules.allowing', { projectDir, sessionId, askId }).then(
      (by) => current && setAllowedBy(by.allowed ? by : undefined),
      // The card says why it asked at first.
      () => current && setAllowedBy(undefined),
    );
    return () => {
      current = false;
    };
  }, [waits, projectDir, sessionId, askId, version, sessionRules, mode]);
  return allowedBy;
}
