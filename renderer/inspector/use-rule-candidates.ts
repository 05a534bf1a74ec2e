import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

export type RuleCandidates = CommandOutput<'call.rules'>;

export type CandidatesState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly answer: RuleCandidates }
  | { readonly type: 'error'; readonly message: string };

/** The current rules about a call; refetched when rules change. Fetches nothing until `wanted`. */
export function useRuleCandidates(sessionId: string, callId: string, projectDir: string, wanted: boolean): CandidatesState {
  const version = useWindow((state) => state.rulesVersion);
  const [state, setState] = useState<CandidatesState>({ type: 'loading' });
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    call('call.rules', { sessionId, callId, projectDir })
      .then((answer) => current && setState({ type: 'ready', answer }))
      .catch((error: unknown) => current && setState({ type: 'error', message: error instanceof Error ? error.message : String(error) }));
    return () => {
      current = false;
    };
  }, [sessionId, callId, projectDir, wanted, version]);
  return state;
}
