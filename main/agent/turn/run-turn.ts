import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { abortReasonOf } from '#main/executor/abort.ts';
import type { CallResult, HookStop, QueuedCall } from '#main/executor/call-result.ts';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import { type RetryPolicy, StreamTrust } from '#main/model/retry.ts';
import type { ThinkingRefusal } from '#main/model/thinking.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { askModel, type FailedAttempt, type Reply } from './ask-model.ts';
import { type CallRunner, collectResults, discardedCallsReminder, toolMessages } from './answer-calls.ts';
import { afterAnswer, lengthReminder, type TurnEnd, wasCutOffByLength } from './turn-end.ts';
import type { TurnHooks } from './turn-hooks.ts';

export interface TurnOptions {
  readonly turnId: string;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  readonly client: ModelClient;
  readonly retry: RetryPolicy;
  /** Compacts a conversation that would not fit into the next request. */
  readonly compactAhead: () => Promise<void>;
  /** Compacts after the server rejected the conversation as too long. Resolves with whether a retry is worthwhile. */
  readonly afterOverflow: () => Promise<boolean>;
  /** Builds the next request and the runner of its calls. Both use the same tool pool, rebuilt for each request (SPEC R3). */
  readonly prepare: () => Promise<{ readonly request: ModelRequest; readonly runner: CallRunner }>;
  /** Called when a server rejects thinking in this request. Returns notices to show if the next request omits it, else an empty list. */
  readonly withoutRefused: (refusal: ThinkingRefusal, request: ModelRequest) => readonly NewSessionEvent[];
  /** Resolves when calls can be accepted. Awaited once an answer starts, so that the request itself isn't delayed. */
  readonly beforeAnswer: () => Promise<void>;
  readonly takenCallIds: ReadonlySet<string>;
  /** Maximum number of requests in this turn. */
  readonly maxTurns: number | undefined;
  /** Why the budget allows no further request; `undefined` when it does. */
  readonly overBudget: () => string | undefined;
  readonly signal: AbortSignal;
  /** Aborted when the user's next message shouldn't wait: the answer stops, its calls end as soon as they can, and then the turn ends. */
  readonly sendNow: AbortSignal;
  readonly abort: () => void;
  readonly hooks?: TurnHooks | undefined;
}

/** A server that keeps pausing must not keep a turn alive forever. */
const MAX_PAUSES = 20;

const SENDS_ON: TurnEnd = { outcome: 'interrupted', sendsOn: true };

/** One turn: alternates requests and calls until the model is done or something ends the turn. */
export async function runTurn(turn: TurnOptions): Promise<TurnEnd> {
  let after: FailedAttempt | undefined;
  let unstreamed = false;
  const streams = new StreamTrust();
  const stopsAnswer = AbortSignal.any([turn.signal, turn.sendNow]);
  let pauses = 0;
  for (let requests = 0; ; requests += 1) {
    if (turn.maxTurns !== undefined && requests >= turn.maxTurns) return { outcome: 'max_turns' };
    await turn.compactAhead();
    if (turn.signal.aborted) return interrupted(turn, []);
    if (turn.sendNow.aborted) return SENDS_ON;
    // Checked after compaction, since a summary costs too.
    const noMoney = turn.overBudget();
    if (noMoney !== undefined) return { outcome: 'max_budget', error: noMoney, action: 'raise_budget' };
    await turn.hooks?.beforeRequest();
    if (turn.signal.aborted) return interrupted(turn, []);
    const { request, runner } = await turn.prepare();
    // Collect from the start, so that each result is handled when it arrives and not when the stream ends.
    const collecting = collectResults(runner);
    // Awaited below; until then a rejection must not count as unhandled.
    collecting.catch(() => undefined);
    let refused = false;
    const discardCalls = async (why: string): Promise<void> => {
      const { begun, endsTurn } = await runner.discard(why);
      refused = endsTurn;
      for (const event of discardedCallsReminder(begun)) turn.append(event);
    };
    let reply: Reply;
    const calls: QueuedCall[] = [];
    try {
      const onCall = (call: QueuedCall): void => {
        calls.push(call);
        runner.addTool(call);
      };
      const withoutRefused = (refusal: ThinkingRefusal) => turn.withoutRefused(refusal, request);
      reply = await askModel({
        ...turn,
        signal: stopsAnswer,
        request,
        onCall,
        unstreamed,
        streams,
        withoutRefused,
        discardCalls,
        ...(after && { after }),
      });
      runner.close();
    } catch (error) {
      // An error of ours, such as a log that can't be written: nothing may keep running after the turn.
      turn.abort();
      runner.close();
      await collecting.catch(() => undefined);
      throw error;
    }
    const results = await collecting;
    if (reply.type === 'fell_back') {
      if (turn.signal.aborted) return interrupted(turn, []);
      if (turn.sendNow.aborted) return SENDS_ON;
      if (refused) return { outcome: 'denied' };
      after = reply.after;
      unstreamed = true;
      // Repeats the same request, which counts once for `maxTurns`.
      requests -= 1;
      continue;
    }
    if (reply.type === 'refused' && !stopsAnswer.aborted) {
      requests -= 1;
      continue;
    }
    for (const event of toolMessages(results)) turn.append(event);

    if (turn.signal.aborted) return interrupted(turn, results);
    if (turn.sendNow.aborted) return SENDS_ON;
    if (reply.type === 'failed' && reply.error.kind === 'too_large' && (await turn.afterOverflow())) continue;
    if (turn.signal.aborted) return interrupted(turn, results);
    if (reply.type === 'failed') turn.hooks?.failed(reply.error.kind, reply.error.message);
    if (reply.type === 'failed') return { outcome: 'failed', error: reply.error.message, action: reply.error.action };
    if (reply.type === 'aborted' || reply.type === 'refused') return interrupted(turn, results);
    // The user denied without a message: they want to say what to do next (SPEC G9).
    if (results.some(({ endsTurn }) => endsTurn)) return { outcome: 'denied' };
    const stop = (await turn.hooks?.afterCalls(calls, results)) ?? results.find(({ stopsTurn }) => stopsTurn)?.stopsTurn;
    if (turn.signal.aborted) return interrupted(turn, results);
    if (stop) return stoppedByHook(stop);
    // A non-streamed request that fails is retried non-streamed; later requests stream again.
    unstreamed = streams.isLost || (reply.type === 'broken' && reply.unstreamed);
    after = reply.type === 'broken' ? { error: reply.error, attempt: reply.attempt } : undefined;
    if (reply.type === 'broken') continue;

    if (wasCutOffByLength(reply.result) && (await turn.afterOverflow())) {
      turn.append(lengthReminder());
      continue;
    }
    if (turn.signal.aborted) return interrupted(turn, results);
    const next = afterAnswer(reply.result, request.maxTokens);
    for (const event of next.events) turn.append(event);
    if (next.type === 'end') {
      const said = next.end.outcome === 'completed' ? await turn.hooks?.beforeEnd() : undefined;
      if (turn.signal.aborted) return interrupted(turn, []);
      if (said?.stop) return stoppedByHook(said.stop);
      if (said?.goOn !== true) return next.end;
    }
    pauses = next.type === 'pause' ? pauses + 1 : 0;
    if (pauses > MAX_PAUSES)
      return { outcome: 'failed', error: 'The model paused again and again without getting on. Try again.', action: 'retry' };
  }
}

function stoppedByHook({ reason, by }: HookStop): TurnEnd {
  return { outcome: 'stopped', error: `The hook ${by} stopped the turn${reason === '' ? '.' : `: ${reason}`}`, action: 'none' };
}

/** Appends interruption reminders, so that the conversation can continue: the model learns that it was stopped, and whether calls were. */
function interrupted(turn: TurnOptions, results: readonly CallResult[]): TurnEnd {
  const byUser = abortReasonOf(turn.signal).type === 'interrupt' ? ' by user' : '';
  const forCall = results.some(({ outcome }) => outcome === 'cancelled') ? ' for tool use' : '';
  const text = `[Request interrupted${byUser}${forCall}]`;
  turn.append({
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'interruption', visibility: 'both' },
  });
  return { outcome: 'interrupted' };
}
