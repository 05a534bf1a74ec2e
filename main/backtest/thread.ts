import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { EVENTS_FILE } from '#main/session/log.ts';
import { errorMessage } from '#shared/error-message.ts';
import { backtest } from './backtest.ts';
import { CallHistory } from './call-history.ts';
import { learnedRule } from './learned-rule.ts';
import { replay } from './replay.ts';
import { ruleCompletions } from './rule-completions.ts';
import { ruleUsage } from './rule-usage.ts';
import type { ThreadAnswer, ThreadJob, ThreadRequest } from './thread-job.ts';

/** Entry point of the worker thread: reads logs and decides past calls again, so that the engine's thread does neither. Changes nothing. */
class Cancelled extends Error {}

const histories = new Map<string, CallHistory>();
const cancelled = new Set<number>();

parentPort?.on('message', (request: ThreadRequest) => {
  if ('cancel' in request) cancelled.add(request.id);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none.
  else void answer(request.id, request.job).then((message) => parentPort?.postMessage(message));
});

async function answer(id: number, job: ThreadJob): Promise<ThreadAnswer> {
  try {
    return await work(id, job);
  } catch (error) {
    if (error instanceof Cancelled) return { id, type: 'cancelled' };
    return { id, type: 'failed', message: errorMessage(error) };
  } finally {
    cancelled.delete(id);
  }
}

async function work(id: number, job: ThreadJob): Promise<ThreadAnswer> {
  // Lets a cancellation message in.
  const pause = async (): Promise<void> => {
    await setImmediate();
    if (cancelled.has(id)) throw new Cancelled();
  };
  const history = histories.get(job.sessionsDir) ?? new CallHistory(job.sessionsDir, EVENTS_FILE);
  histories.set(job.sessionsDir, history);
  if (job.type === 'replay') return { id, type: 'replay', result: await replay(history.ofSession(job.sessionId), job.job, pause) };
  const past = await history.latest(job.limit, pause);
  switch (job.type) {
    case 'usage':
      return { id, type: 'usage', result: await ruleUsage(past, job.context, pause) };
    case 'completions':
      return { id, type: 'completions', result: await ruleCompletions(past.calls, job.projectDir, pause) };
    case 'learned':
      return { id, type: 'learned', result: await learnedRule(past, job.suggested, job.context, pause) };
    case 'backtest':
      return { id, type: 'backtest', result: await backtest(past, job.job, pause) };
  }
}
