import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { TriedCall } from '#shared/contract/rules.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { place } from './change-rules.ts';
import type { RuleDraft } from './rule-draft.ts';

const REST = 150;

export type TriedResult =
  | { readonly type: 'none' }
  | { readonly type: 'ready'; readonly answer: CommandOutput<'rules.try'> }
  | { readonly type: 'error'; readonly message: string };

/** How a hypothetical call would be decided now, and with the draft. */
export function useTriedCall(tried: TriedCall | null, draft: RuleDraft | null): TriedResult {
  const version = useWindow((state) => state.rulesVersion);
  const [result, setResult] = useState<TriedResult>({ type: 'none' });
  // Compared by value: both are new objects on every render.
  const key = tried && JSON.stringify(tried);
  const text = draft?.text.trim() ?? '';
  const { behavior, destination } = draft ?? {};
  const replaces = draft?.original?.id;
  useEffect(() => {
    if (!tried) {
      setResult({ type: 'none' });
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      const rule =
        text === '' || behavior === undefined || destination === undefined
          ? undefined
          : { behavior, texts: [text], destination, ...(replaces !== undefined && { replaces }) };
      call('rules.try', { ...place(), call: tried, ...(rule && { draft: rule }) }).then(
        (answer) => current && setResult({ type: 'ready', answer }),
        (cause: unknown) => current && setResult({ type: 'error', message: cause instanceof Error ? cause.message : String(cause) }),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies `tried`.
  }, [key, text, behavior, destination, replaces, version]);
  return result;
}
