import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from '#main/model/model-error.ts';
import { isWorthAskingUnstreamed, retryDelay } from '#main/model/retry.ts';
import type { AgentServices } from './agent-services.ts';

interface Retries {
  readonly services: Pick<AgentServices, 'client' | 'retry'>;
  readonly signal: AbortSignal;
}

/**
 * Makes a request that isn't part of the conversation, again where that may help, and without streaming where that failed.
 * `attempt` returns the error of a failed request; it counts from 1. Resolves with the last error if none succeeds.
 */
export async function withRetries<T>(
  attempt: (count: number, unstreamed: boolean) => Promise<T | ModelError>,
  { services: { client, retry }, signal }: Retries,
): Promise<T | ModelError> {
  let before: ModelError | undefined;
  let unstreamed = false;
  for (let count = 1; ; count += 1) {
    const answer = await attempt(count, unstreamed);
    if (!(answer instanceof ModelError) || answer.kind === 'aborted' || signal.aborted) return answer;
    const fallsBack: boolean = !unstreamed && client.complete !== undefined && isWorthAskingUnstreamed(answer, before);
    const delayMs = fallsBack ? 0 : retryDelay(answer, count, retry);
    if (delayMs === null) return answer;
    unstreamed ||= fallsBack;
    before = answer;
    // Aborted: the next attempt reports that.
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
  }
}
