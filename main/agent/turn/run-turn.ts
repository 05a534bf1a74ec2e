import { randomUUID } from 'node:crypto';
import { type AbortReason, abortReasonOf } from '#main/executor/abort.ts';
import type { CallResult, HookStop, QueuedCall } from '#main/executor/call-result.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { maxOutputTokens } from '#main/model/limits.ts';
import { StreamTrust } from '#main/model/retry.ts';
import type { AgentCalls, PreparedCalls } from '../agent-calls.ts';
import type { AgentServices } from '../agent-services.ts';
import type { Compactor } from '../compaction/compactor.ts';
import { fitResults } from '../request/conversation-budget.ts';
import { buildRequest } from '../request/model-request.ts';
import { collectResults, discardedCallsReminder, resultMessages } from './answer-calls.ts';
import { askModel, type FailedAttempt, type Reply } from './ask-model.ts';
import { afterAnswer, lengthReminder, type TurnEnd, wasCutOffByLength } from './turn-end.ts';
import { TurnHooks } from './turn-hooks.ts';

export interface AgentTurn {
  readonly turnId: string;
  /** Aborts the answer and its calls. */
  readonly controller: AbortController;
  /** Aborted when the user's next message shouldn't wait: the answer stops, its calls end as soon as they can, and then the turn ends. */
  readonly sendNow: AbortSignal;
  /** Maximum number of requests. */
  readonly maxTurns: number | undefined;
  /** Appends pending reminders before the next request is built. */
  readonly beforeRequest: () => void;
}

export interface TurnOptions extends AgentTurn {
  readonly services: AgentServices;
  readonly calls: AgentCalls;
  readonly compactor: Pick<Compactor, 'ahead' | 'afterOverflow'>;
}

/** A server that keeps pausing must not keep a turn alive forever. */
const MAX_PAUSES = 20;

const SENDS_ON: TurnEnd = { outcome: 'interrupted', sendsOn: true };

/** One turn: alternates requests and calls until the model is done or something ends the turn. */
export async function runTurn(turn: TurnOptions): Promise<TurnEnd> {
  const { services, calls: agentCalls, compactor, turnId, controller, sendNow, maxTurns } = turn;
  const { append, config, overBudget } = services;
  const { signal } = controller;
  const hooks = services.hooks && new TurnHooks(services.hooks, services, agentCalls, signal);
  let after: FailedAttempt | undefined;
  let unstreamed = false;
  const streams = new StreamTrust();
  const stopsAnswer = AbortSignal.any([signal, sendNow]);
  let pauses = 0;
  for (let requests = 0; ; requests += 1) {
    if (maxTurns !== undefined && requests >= maxTurns) return { outcome: 'max_turns' };
    await compactor.ahead(turnId, signal);
    if (signal.aborted) return interrupted(turn, []);
    if (sendNow.aborted) return SENDS_ON;
    // Checked after compaction, since a summary costs too.
    const noMoney = overBudget(config.model());
    if (noMoney !== undefined) return { outcome: 'max_budget', error: noMoney, action: 'raise_budget' };
    await hooks?.beforeRequest();
    if (signal.aborted) return interrupted(turn, []);
    const { request, runner, present } = await prepare(turn);
    // Collect from the start, so that each result is handled when it arrives and not when the stream ends.
    const collecting = collectResults(runner);
    // Awaited below; until then a rejection must not count as unhandled.
    collecting.catch(() => undefined);
    let refused = false;
    const discardCalls = async (why: string): Promise<void> => {
      const { begun, endsTurn } = await runner.discard(why);
      refused = endsTurn;
      for (const event of discardedCallsReminder(begun)) append(event);
    };
    let reply: Reply;
    const calls: QueuedCall[] = [];
    try {
      const onCall = (call: QueuedCall): void => {
        calls.push(call);
        runner.addTool(call);
      };
      reply = await askModel({ services, turnId, signal: stopsAnswer, request, present, onCall, unstreamed, streams, discardCalls, after });
      runner.close();
    } catch (error) {
      // An error of ours, such as a log that can't be written: nothing may keep running after the turn.
      controller.abort({ type: 'discarded', why: 'the turn failed' } satisfies AbortReason);
      runner.close();
      // The error below is the one to report.
      await collecting.catch(() => undefined);
      throw error;
    }
    const results = await collecting;
    if (reply.type === 'fell_back') {
      if (signal.aborted) return interrupted(turn, []);
      if (sendNow.aborted) return SENDS_ON;
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
    for (const event of resultMessages(results)) append(event);

    if (signal.aborted) return interrupted(turn, results);
    if (sendNow.aborted) return SENDS_ON;
    if (reply.type === 'failed' && reply.error.kind === 'too_large' && (await compactor.afterOverflow(turnId, signal))) continue;
    if (signal.aborted) return interrupted(turn, results);
    if (reply.type === 'failed') hooks?.failed(reply.error.kind, reply.error.message);
    if (reply.type === 'failed') return { outcome: 'failed', error: reply.error.message, action: reply.error.action };
    if (reply.type === 'aborted' || reply.type === 'refused') return interrupted(turn, results);
    // The user denied without a message: they want to say what to do next (SPEC G9).
    if (results.some(({ endsTurn }) => endsTurn)) return { outcome: 'denied' };
    const stop = (await hooks?.afterCalls(calls, results)) ?? results.find(({ stopsTurn }) => stopsTurn)?.stopsTurn;
    if (signal.aborted) return interrupted(turn, results);
    if (stop) return stoppedByHook(stop);
    // A non-streamed request that fails is retried non-streamed; later requests stream again.
    unstreamed = streams.isLost || (reply.type === 'broken' && reply.unstreamed);
    after = reply.type === 'broken' ? { error: reply.error, attempt: reply.attempt } : undefined;
    if (reply.type === 'broken') continue;

    if (wasCutOffByLength(reply.result) && (await compactor.afterOverflow(turnId, signal))) {
      append(lengthReminder());
      continue;
    }
    if (signal.aborted) return interrupted(turn, results);
    const next = afterAnswer(reply.result, request.maxTokens);
    for (const event of next.events) append(event);
    if (next.type === 'end') {
      const said = next.end.outcome === 'completed' ? await hooks?.beforeEnd() : undefined;
      if (signal.aborted) return interrupted(turn, []);
      if (said?.stop) return stoppedByHook(said.stop);
      if (said?.continues !== true) return next.end;
    }
    pauses = next.type === 'pause' ? pauses + 1 : 0;
    if (pauses > MAX_PAUSES)
      return { outcome: 'failed', error: 'The model kept pausing without making progress. Try again.', action: 'retry' };
  }
}

/** Builds the next request and the runner of its calls. Both use the same tool pool, rebuilt for each request (SPEC R3). */
async function prepare({
  services,
  calls,
  controller,
  beforeRequest,
}: TurnOptions): Promise<Pick<PreparedCalls, 'runner' | 'present'> & { readonly request: ModelRequest }> {
  const { config, env, mcpReady, thinking, transcript } = services;
  beforeRequest();
  await fitResults(services);
  await mcpReady?.(controller.signal);
  const { tools, referable, runner, present } = calls.prepare(controller);
  const model = config.model();
  const request = buildRequest(transcript, {
    model,
    maxTokens: maxOutputTokens(model, env),
    effort: config.effort(),
    tools,
    referable,
    thinking,
  });
  return { request: config.scripted ? { ...request, agent: config.scripted } : request, runner, present };
}

function stoppedByHook({ reason, by }: HookStop): TurnEnd {
  return { outcome: 'stopped', error: `The hook ${by} stopped the turn${reason === '' ? '.' : `: ${reason}`}`, action: 'none' };
}

/** Appends interruption reminders, so that the conversation can continue: the model learns that it was stopped, and whether calls were. */
function interrupted({ services, controller }: TurnOptions, results: readonly CallResult[]): TurnEnd {
  const byUser = abortReasonOf(controller.signal).type === 'interrupt' ? ' by user' : '';
  const forCall = results.some(({ outcome }) => outcome === 'cancelled') ? ' for tool use' : '';
  const text = `[Request interrupted${byUser}${forCall}]`;
  services.append({
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'interruption', visibility: 'both' },
  });
  return { outcome: 'interrupted' };
}
