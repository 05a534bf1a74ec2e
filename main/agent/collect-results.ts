import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult, QueuedCall } from '#main/executor/pipeline.ts';
import type { Discarded } from '#main/executor/executor-options.ts';

/** What runs the calls of one answer. */
export interface CallRunner {
  addTool(call: QueuedCall): void;
  /** No more calls will come. */
  close(): void;
  /** In `tool_use` order, one for each call. */
  results(): AsyncIterable<CallResult>;
  /** The answer counts no more. Resolves when nothing of it runs any more. */
  discard(why: string): Promise<Discarded>;
}

/** Takes the results of one answer as they come. */
export async function collectResults(runner: CallRunner): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for await (const result of runner.results()) results.push(result);
  return results;
}

/** What tools want to say besides their results. Only once it is sure that their answer counts. */
export function toolMessages(results: readonly CallResult[]): NewSessionEvent[] {
  return results.flatMap(({ newMessages }) =>
    newMessages.map(({ content, visibility }): NewSessionEvent => ({
      type: 'user.message',
      data: { messageId: randomUUID(), content, origin: 'reminder', visibility },
    })),
  );
}
