import { useCallback, useEffect, useState } from 'react';
import type { ActivityReport } from '#shared/contract/activity-report.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';

export type Period = 'day' | 'week' | 'month' | 'all';

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { day: 1, week: 7, month: 30 };

/** What is reported: since when, and of which project folder. */
export interface ReportScope {
  readonly since: number | null;
  readonly project: string | null;
}

export function scopeOf(period: Period, project: string | null): ReportScope {
  return { since: period === 'all' ? null : Date.now() - DAYS[period] * DAY_MS, project };
}

export interface ReportState {
  /** `null` while it is made. */
  readonly report: ActivityReport | null;
  readonly error: string | null;
  readonly retry: () => void;
}

/** Makes the report, and stops that when it is no longer shown. */
export function useReport(scope: ReportScope): ReportState {
  const [state, setState] = useState<Omit<ReportState, 'retry'>>({ report: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    setState({ report: null, error: null });
    call('report.make', scope).then(
      (report) => current && setState({ report, error: null }),
      (cause: unknown) => {
        // Replaced by a newer request.
        if (!current || (cause instanceof AppError && cause.code === 'conflict')) return;
        setState({ report: null, error: errorMessage(cause) });
      },
    );
    return () => {
      current = false;
    };
  }, [scope, attempt]);
  // It would go on for nobody.
  useEffect(() => () => void call('report.stop', {}).catch(() => undefined), []);
  return { ...state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
