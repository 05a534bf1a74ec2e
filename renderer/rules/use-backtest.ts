import { useEffect, useState } from 'react';
import { AppError } from '#shared/contract/app-error.ts';
import type { Backtest } from '#shared/contract/rules.ts';
import { call } from '../bridge/client.ts';
import { place } from './change-rules.ts';
import type { RuleDraft } from './rule-draft.ts';

/** Debounce before a draft is tested, in milliseconds. */
const REST = 200;

export interface BacktestState {
  /** The previous result until the new one arrives. */
  readonly result: Backtest | null;
  readonly running: boolean;
  readonly error: string | null;
}

const NOTHING: BacktestState = { result: null, running: false, error: null };

/** How the draft would have decided past calls. `null`: no draft. */
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
          // Superseded by a newer draft.
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
