import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult } from '#main/executor/pipeline.ts';
import type { CallRunner } from './loop.ts';

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
