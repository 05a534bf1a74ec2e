import { useCallback, useEffect, useState } from 'react';
import type { RestorePoints, RestorePreview, RestoreResult } from '#shared/contract/restore.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { interrupt } from '../store/session-actions.ts';
import { whenIdle } from '../store/when-idle.ts';

export type RestorePoint = RestorePoints['points'][number];

/** The visible state of a restore. */
export type RestoreStep =
  | { readonly type: 'loading' }
  | { readonly type: 'unavailable'; readonly why: string }
  | { readonly type: 'nothing' }
  | { readonly type: 'choose'; readonly points: readonly RestorePoint[] }
  | { readonly type: 'preview'; readonly preview: RestorePreview; readonly busy: boolean }
  /** Some files were not restored. */
  | { readonly type: 'incomplete'; readonly result: RestoreResult }
  | { readonly type: 'failed'; readonly message: string; readonly act: () => Promise<RestoreStep> };

export interface Restore {
  readonly step: RestoreStep;
  readonly choose: (checkpointId: string) => void;
  /** Retries the failed step. */
  readonly again: () => void;
  /** Stops the agent, then retries the failed step. */
  readonly stopFirst: () => void;
  /**
   * Restores the previewed files except those in `keep`. `afterwards` runs when that has finished, because the session rejects other
   * requests until then. Calls `done` only if every file was restored.
   */
  readonly apply: (keep: readonly string[], done: (result: RestoreResult) => void, afterwards?: () => Promise<void>) => void;
}

/** The steps from a message (`null`: from a list of all states) to the restored files. */
export function useRestore(sessionId: string, messageId: string | null): Restore {
  const [step, setStep] = useState<RestoreStep>({ type: 'loading' });

  const attempt = useCallback((act: () => Promise<RestoreStep>): void => {
    act().then(setStep, (error: unknown) => {
      setStep({ type: 'failed', message: errorMessage(error), act });
    });
  }, []);

  const preview = useCallback(
    async (checkpointId: string): Promise<RestoreStep> => ({
      type: 'preview',
      preview: await call('restore.preview', { sessionId, checkpointId }),
      busy: false,
    }),
    [sessionId],
  );

  useEffect(() => {
    attempt(async () => {
      const { unavailable, points } = await call('restore.points', { sessionId });
      if (unavailable !== null) return { type: 'unavailable', why: unavailable };
      if (messageId === null) return points.length === 0 ? { type: 'nothing' } : { type: 'choose', points };
      const point = points.find((each) => each.messageId === messageId);
      return point ? preview(point.checkpointId) : { type: 'nothing' };
    });
  }, [attempt, preview, sessionId, messageId]);

  return {
    step,
    choose: (checkpointId) => {
      setStep({ type: 'loading' });
      attempt(() => preview(checkpointId));
    },
    again: () => {
      if (step.type !== 'failed') return;
      setStep({ type: 'loading' });
      attempt(step.act);
    },
    stopFirst: () => {
      if (step.type !== 'failed') return;
      setStep({ type: 'loading' });
      attempt(async () => {
        if (!(await interrupt(sessionId))) return step;
        await whenIdle(sessionId);
        return step.act();
      });
    },
    apply: (keep, done, afterwards) => {
      if (step.type !== 'preview') return;
      const { previewId } = step.preview;
      setStep({ ...step, busy: true });
      attempt(async () => {
        const result = await call('restore.apply', { sessionId, previewId, keep: [...keep] });
        await afterwards?.();
        if (result.failed.length > 0) return { type: 'incomplete', result };
        done(result);
        return step;
      });
    },
  };
}
