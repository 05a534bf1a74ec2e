import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { QueuedCall } from '#main/executor/pipeline.ts';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import type { ModelError } from '#main/model/model-error.ts';
import { retryDelay, type RetryPolicy } from '#main/model/retry.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { runAttempt, type AttemptResult } from './attempt.ts';

export interface AskOptions {
  readonly client: ModelClient;
  readonly request: ModelRequest;
  readonly turnId: string;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  readonly retry: RetryPolicy;
  readonly takenCallIds: ReadonlySet<string>;
  readonly onCall: (call: QueuedCall) => void;
  readonly signal: AbortSignal;
  /** The error of the request before, when that broke off after calls had begun: this one counts as its retry. */
  readonly after?: { readonly error: ModelError; readonly attempt: number };
}

export type Reply =
  /** The whole answer came. */
  | { readonly type: 'whole'; readonly result: AttemptResult }
  /** It broke off after calls had begun. They keep running and keep their results; the model goes on from there. */
  | { readonly type: 'broken'; readonly error: ModelError; readonly attempt: number }
  | { readonly type: 'aborted' }
  /** No use in trying on. */
  | { readonly type: 'failed'; readonly error: ModelError };

/**
 * Asks until an answer comes: retries what may pass by itself, waiting as long as the server wants. An attempt that failed before
 * any call began is thrown away whole, so nothing of it reaches the model or stays in the window (SPEC E6).
 */
export async function askModel(options: AskOptions): Promise<Reply> {
  const { append, signal, retry } = options;
  let failed = options.after;
  for (;;) {
    const attempt = (failed?.attempt ?? 0) + 1;
    const delayMs = failed ? retryDelay(failed.error, failed.attempt, retry) : 0;
    if (failed && delayMs === null) return { type: 'failed', error: failed.error };
    const requestId = `req_${randomUUID()}`;
    append({ type: 'request.started', data: { requestId, turnId: options.turnId, attempt, model: options.request.model } });
    if (failed && delayMs !== null) {
      append({ type: 'request.retry', data: { requestId, delayMs, reason: failed.error.message } });
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    }
    const result = await runAttempt({ ...options, requestId });
    const ended = (outcome: 'ok' | 'failed' | 'aborted' | 'discarded', error?: ModelError) =>
      append({
        type: 'request.ended',
        data: { requestId, outcome, stopReason: result.stopReason, usage: result.usage, ...(error && { error: error.message }) },
      });
    const { error } = result;
    if (!error) {
      ended('ok');
      return { type: 'whole', result };
    }
    if (error.kind === 'aborted') {
      ended('aborted');
      return { type: 'aborted' };
    }
    if (result.calls > 0) {
      ended('failed', error);
      return { type: 'broken', error, attempt };
    }
    ended(retryDelay(error, attempt, retry) === null ? 'failed' : 'discarded', error);
    failed = { error, attempt };
  }
}
