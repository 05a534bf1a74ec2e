import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult, QueuedCall } from '#main/executor/pipeline.ts';

/** What runs the calls of one answer. */
export interface CallRunner {
  addTool(call: QueuedCall): void;
  /** No more calls will come. */
  close(): void;
  /** In `tool_use` order, one for each call. */
  results(): AsyncIterable<CallResult>;
}

/** Takes the results of one answer as they come; what a tool wants to say besides goes to the log behind its result. */
export async function collectResults(runner: CallRunner, append: (event: NewSessionEvent) => void): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for await (const result of runner.results()) {
    results.push(result);
    for (const { content, visibility } of result.newMessages) {
      append({ type: 'user.message', data: { messageId: randomUUID(), content, origin: 'reminder', visibility } });
    }
  }
  return results;
}
