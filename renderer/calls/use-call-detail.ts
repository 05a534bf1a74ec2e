import { useCallback, useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';

export type CallDetail = CommandOutput<'call.detail'>;

export type DetailState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly detail: CallDetail }
  | { readonly type: 'error'; readonly message: string };

/** The input and result of a call, refetched when `version` (its state) changes. The previous value stays until the next arrives. */
export function useCallDetail(sessionId: string, callId: string, version: string): readonly [DetailState, retry: () => void] {
  const [state, setState] = useState<DetailState & { readonly callId?: string }>({ type: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    call('call.detail', { sessionId, callId })
      .then((detail) => current && setState({ type: 'ready', detail, callId }))
      .catch((error: unknown) => current && setState({ type: 'error', message: errorMessage(error), callId }));
    return () => {
      current = false;
    };
  }, [sessionId, callId, version, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return [state.callId === callId ? state : { type: 'loading' }, retry];
}
