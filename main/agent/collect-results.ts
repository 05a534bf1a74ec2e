import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult, QueuedCall } from '#main/executor/pipeline.ts';
import type { Discarded } from '#main/executor/executor-options.ts';

/** Runs the calls of one answer. */
export interface CallRunner {
  addTool(call: QueuedCall): void;
  /** Signals that there are no more calls. */
  close(): void;
  /** In `tool_use` order, one per call. */
  results(): AsyncIterable<CallResult>;
  /** Discards the answer. Resolves when none of its calls runs any more. */
  discard(why: string): Promise<Discarded>;
}

export async function collectResults(runner: CallRunner): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for await (const result of runner.results()) results.push(result);
  return results;
}

/** Messages that tools add to their results. Used only for answers that aren't discarded. */
export function toolMessages(results: readonly CallResult[]): NewSessionEvent[] {
  return results.flatMap(({ newMessages }) =>
    newMessages.map(({ content, visibility }): NewSessionEvent => ({
      type: 'user.message',
      data: { messageId: randomUUID(), content, origin: 'reminder', visibility },
    })),
  );
}
