import { useEffect, useState } from 'react';
import { AppError } from '#shared/contract/app-error.ts';
import type { Backtest } from '#shared/contract/rules.ts';
import { call } from '../bridge/client.ts';
import { place } from './change-rules.ts';
import type { RuleDraft } from './rule-draft.ts';

/** How long typing must rest before a draft is tried, in milliseconds. */
const REST = 200;

export interface BacktestState {
  /** Of the draft before, while the new one is looked at. */
  readonly result: Backtest | null;
  readonly running: boolean;
  readonly error: string | null;
}

const NOTHING: BacktestState = { result: null, running: false, error: null };

/** What the draft would have meant for past calls. `null`: there is nothing to try. */
export function useBacktest(draft: RuleDraft | null, limit: number): BacktestState {
  const [state, setState] = useState<BacktestState>(NOTHING);
  const text = draft?.text.trim() ?? '';
  const { behavior, destination } = draft ?? {};
  const replaces = draft?.original?.id;
  useEffect(() => {
    if (text === '' || behavior === undefined || destination === undefined) {
      setState(NOTHING);
      return;
    }
    let current = true;
    setState((before) => ({ ...before, running: true }));
    const timer = setTimeout(() => {
      const rule = { behavior, texts: [text], destination, ...(replaces !== undefined && { replaces }) };
      call('rules.backtest', { ...place(), draft: rule, limit }).then(
        (result) => current && setState({ result, running: false, error: null }),
        (cause: unknown) => {
          // A newer draft took its place.
          if (!current || (cause instanceof AppError && cause.code === 'conflict')) return;
          setState({ result: null, running: false, error: cause instanceof Error ? cause.message : String(cause) });
        },
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, behavior, destination, replaces, limit]);
  return state;
}
