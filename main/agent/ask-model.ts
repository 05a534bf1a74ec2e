import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { QueuedCall } from '#main/executor/pipeline.ts';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import type { ModelError } from '#main/model/model-error.ts';
import { isWorthAskingUnstreamed, type StreamTrust } from '#main/model/stream-fallback.ts';
import type { ThinkingRefusal } from '#main/model/thinking.ts';
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
  /** Resolves when calls can be taken; asked once an answer begins, so that no request waits for it. */
  readonly beforeAnswer: () => Promise<void>;
  readonly takenCallIds: ReadonlySet<string>;
  readonly onCall: (call: QueuedCall) => void;
  readonly signal: AbortSignal;
  /** The error of the request before, when that broke off after calls had begun: this one counts as its retry. */
  readonly after?: FailedAttempt;
  /** Asks for a whole answer from the start: streaming has failed before. */
  readonly unstreamed: boolean;
  /** What to tell the person when a request that is asked anew won't be refused for this; empty when it would. */
  readonly withoutRefused: (refusal: ThinkingRefusal) => readonly NewSessionEvent[];
  /** Stops and forgets the calls of an attempt that counts no more. */
  readonly discardCalls: (why: string) => Promise<void>;
  readonly streams: StreamTrust;
}

export interface FailedAttempt {
  readonly error: ModelError;
  readonly attempt: number;
  /** The next one is another kind of request, so there is nothing to wait for. */
  readonly fallsBack?: boolean;
}

export type Reply =
  /** The whole answer came. */
  | { readonly type: 'whole'; readonly result: AttemptResult }
  /** It broke off after calls had begun. They keep running and keep their results; the model goes on from there. */
  | { readonly type: 'broken'; readonly error: ModelError; readonly attempt: number; readonly unstreamed: boolean }
  /** Streaming failed after calls had begun. All of it is discarded; the next request is made anew, to be asked without streaming. */
  | { readonly type: 'fell_back'; readonly after: FailedAttempt }
  /** The server objects to something that the next request leaves out. */
  | { readonly type: 'refused' }
  | { readonly type: 'aborted' }
  /** No use in trying on. */
  | { readonly type: 'failed'; readonly error: ModelError };

const UNSTREAMED = 'The answer did not come through as a stream, so it is asked for again in one piece. It shows when it is whole.';

/**
 * Asks until an answer comes: retries what may pass by itself, waiting as long as the server wants. An attempt that failed before
 * any call began is thrown away whole, so nothing of it reaches the model or stays in the window (SPEC E6).
 *
 * After calls have begun there are two ways on. When the connection merely broke off, or the server failed, they keep running and keep
 * their results: nothing is done twice and the model knows what was done, which is the safer of the two. When streaming itself is what
 * fails (see `isWorthAskingUnstreamed`) the answer is asked for again without it, and then E6 counts to the letter: the attempt is
 * discarded, its calls are stopped, and the model is told of those that may have changed something.
 */
export async function askModel(options: AskOptions): Promise<Reply> {
  const { append, signal, retry, client } = options;
  let failed = options.after;
  let { unstreamed } = options;
  for (;;) {
    const attempt = (failed?.attempt ?? 0) + 1;
    const delayMs = failed && !failed.fallsBack ? retryDelay(failed.error, failed.attempt, retry) : 0;
    if (failed && delayMs === null) return { type: 'failed', error: failed.error };
    const requestId = `req_${randomUUID()}`;
    append({ type: 'request.started', data: { requestId, turnId: options.turnId, attempt, model: options.request.model } });
    if (failed && delayMs !== null) {
      append({ type: 'request.retry', data: { requestId, delayMs, reason: failed.error.message } });
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
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
    const changes = error.thinkingRefusal && result.calls === 0 ? options.withoutRefused(error.thinkingRefusal) : [];
    if (changes.length > 0) {
      ended('discarded', error);
      for (const event of changes) append(event);
      return { type: 'refused' };
    }
    if (!unstreamed && client.complete && isWorthAskingUnstreamed(error, failed?.error)) {
      // Before the end is noted: whoever dies in between leaves calls that are answered, not an attempt nobody was told of.
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
