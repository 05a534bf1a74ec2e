import { randomUUID } from 'node:crypto';
import type { QueuedCall } from '#main/executor/call-result.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { type ModelError, whatHappened } from '#main/model/model-error.ts';
import { isWorthAskingUnstreamed, retryDelay, type StreamTrust } from '#main/model/retry.ts';
import type { AgentServices } from '../agent-services.ts';
import { runAttempt, type AttemptResult } from './attempt.ts';
import type { PresentInput } from './live-input/live-inputs.ts';

export interface AskOptions {
  readonly services: AgentServices;
  readonly request: ModelRequest;
  readonly turnId: string;
  readonly present: PresentInput;
  readonly onCall: (call: QueuedCall) => void;
  readonly signal: AbortSignal;
  /** Error of the previous request, if it failed after calls had started: this request counts as its retry. */
  readonly after: FailedAttempt | undefined;
  /** Requests a non-streamed answer from the start, because streaming has failed before. */
  readonly unstreamed: boolean;
  /** Aborts and drops the calls of a discarded attempt. */
  readonly discardCalls: (why: string) => Promise<void>;
  readonly streams: StreamTrust;
}

export interface FailedAttempt {
  readonly error: ModelError;
  readonly attempt: number;
  /** The next attempt doesn't stream, so there is no back-off. */
  readonly fallsBack?: boolean;
}

export type Reply =
  /** The answer is complete. */
  | { readonly type: 'whole'; readonly result: AttemptResult }
  /** The answer failed after calls had started. They keep running and keep their results; the model continues from there. */
  | { readonly type: 'broken'; readonly error: ModelError; readonly attempt: number; readonly unstreamed: boolean }
  /** Streaming failed after calls had started. The attempt is discarded and the next request doesn't stream. */
  | { readonly type: 'fell_back'; readonly after: FailedAttempt }
  /** The server rejects something that the next request leaves out. */
  | { readonly type: 'refused' }
  | { readonly type: 'aborted' }
  /** Not worth a retry. */
  | { readonly type: 'failed'; readonly error: ModelError };

const UNSTREAMED = 'The response could not be streamed, so it is requested again in one piece and appears when it is complete.';

/**
 * Requests an answer, with retries for transient errors and the server's own back-off. An attempt that fails before any call started is
 * dropped completely: neither the model nor the window sees it (SPEC E6).
 *
 * After calls have started there are two cases. When the connection or the server failed, the calls keep running and keep their results:
 * nothing runs twice and the model knows what was done, which is safer. When streaming itself fails (see `isWorthAskingUnstreamed`), the
 * answer is requested again without streaming, and E6 applies literally: the attempt is discarded, its calls are stopped, and the
 * request lists those that may have changed something.
 */
export async function askModel(options: AskOptions): Promise<Reply> {
  const { services, request, turnId, signal } = options;
  const { append, retry, client, thinking, transcript } = services;
  let failed = options.after;
  let { unstreamed } = options;
  for (;;) {
    const attempt = (failed?.attempt ?? 0) + 1;
    const delayMs = failed && !failed.fallsBack ? retryDelay(failed.error, failed.attempt, retry) : 0;
    if (failed && delayMs === null) return { type: 'failed', error: failed.error };
    const requestId = `req_${randomUUID()}`;
    append({
      type: 'request.started',
      data: {
        requestId,
        turnId,
        attempt,
        model: request.model,
        ...(request.effort && { effort: request.effort }),
        ...(client.kind === 'scripted' && { isScripted: true }),
      },
    });
    if (failed && delayMs !== null) {
      const reason = whatHappened(failed.error);
      append({ type: 'request.retry', data: { requestId, delayMs, reason } });
      // Aborted: the attempt reports that.
      const { skipped } = await services.backOff.wait(delayMs, signal);
      if (skipped && !signal.aborted) append({ type: 'request.retry', data: { requestId, delayMs: 0, reason } });
    }
    const result = await runAttempt({ ...options, requestId, unstreamed });
    const ended = (outcome: 'ok' | 'failed' | 'aborted' | 'discarded', error?: ModelError) =>
      append({
        type: 'request.ended',
        data: { requestId, outcome, stopReason: result.stopReason, usage: result.usage, ...(error && { error: error.message }) },
      });
    const { error } = result;
    if (!error) {
      ended('ok');
      if (!unstreamed) options.streams.worked();
      return { type: 'whole', result };
    }
    if (error.kind === 'aborted') {
      ended('aborted');
      return { type: 'aborted' };
    }
    const changes = error.thinkingRefusal && result.calls === 0 ? thinking.refused(error.thinkingRefusal, request, transcript) : [];
    if (changes.length > 0) {
      ended('discarded', error);
      for (const event of changes) append(event);
      return { type: 'refused' };
    }
    if (!unstreamed && client.complete && isWorthAskingUnstreamed(error, failed?.error)) {
      // Before the end is logged: after a crash in between, the calls have results, rather than an attempt that was never reported.
      if (result.calls > 0) await options.discardCalls(error.message);
      ended('discarded', error);
      append({ type: 'notice', data: { level: 'info', text: UNSTREAMED, action: 'none' } });
      options.streams.failed(error);
      unstreamed = true;
      failed = { error, attempt, fallsBack: true };
      if (result.calls > 0) return { type: 'fell_back', after: failed };
      continue;
    }
    if (result.calls > 0) {
      ended('failed', error);
      return { type: 'broken', error, attempt, unstreamed };
    }
    ended(retryDelay(error, attempt, retry) === null ? 'failed' : 'discarded', error);
    failed = { error, attempt };
  }
}
