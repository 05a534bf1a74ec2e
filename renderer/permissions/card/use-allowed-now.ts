import { useEffect, useState } from 'react';
import { isGrave } from '#shared/permission/risks.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';

/**
 * The rules that allow the request by now; empty where a mode or folder does, `undefined` where nothing does. Only a grave request waits for a
 * person all the same.
 */
export function useAllowedNow({ sessionId, askId, risk }: QueuedAsk, projectDir: string): readonly string[] | undefined {
  const version = useWindow((state) => state.rulesVersion);
  const sessionRules = useWindow((state) => state.sessions[sessionId]?.view.sessionRules);
  const mode = useWindow((state) => state.sessions[sessionId]?.view.mode);
  const [allowedBy, setAllowedBy] = useState<readonly string[]>();
  const waits = isGrave(risk);
  useEffect(() => {
    if (!waits || projectDir === '') return undefined;
    let current = true;
    call('rules.allowing', { projectDir, sessionId, askId }).then(
      ({ allowed, texts }) => current && setAllowedBy(allowed ? texts : undefined),
      // The card says why it asked at first.
      () => current && setAllowedBy(undefined),
    );
    return () => {
      current = false;
    };
  }, [waits, projectDir, sessionId, askId, version, sessionRules, mode]);
  return allowedBy;
}
