import { useCallback, useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';

export type AskedInput =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly state: 'failed'; readonly why: string; readonly retry: () => void };

/** The whole input of an ask. Fetched separately, since many asks may be pending. */
export function useAskedInput({ sessionId, askId, digest }: QueuedAsk): AskedInput {
  const [asked, setAsked] = useState<AskedInput>({ state: 'loading' });
  const [attempts, setAttempts] = useState(0);
  const connected = useWindow((state) => state.connection !== 'lost');
  const retry = useCallback(() => {
    setAsked({ state: 'loading' });
    setAttempts((count) => count + 1);
  }, []);
  useEffect(() => {
    let current = true;
    call('permission.input', { sessionId, askId })
      .then((reply) => {
        if (!current) return;
        // A different digest: the ask changed meanwhile and will be rendered again.
        if (reply.digest === digest) setAsked({ state: 'ready', input: reply.input });
      })
      .catch((error: unknown) => {
        if (current) setAsked({ state: 'failed', why: error instanceof Error ? error.message : String(error), retry });
      });
    return () => {
      current = false;
    };
  }, [sessionId, askId, digest, attempts, retry, connected]);
  return asked;
}
