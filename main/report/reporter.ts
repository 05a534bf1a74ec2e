import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { appRoot } from '#main/app-root.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { ActivityReport } from '#shared/contract/activity-report.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ReportRequest } from './collect-report.ts';

export type ReportAnswer =
  | { readonly type: 'report'; readonly report: ActivityReport }
  | { readonly type: 'failed'; readonly message: string };

interface Running {
  readonly thread: Worker;
  readonly fail: (error: AppError) => void;
}

/** Makes reports in a worker thread each, one at a time per requester. */
export class Reporter {
  readonly #running = new Map<string, Running>();

  /**
   * `key`: identifies the requester; a new request replaces the previous one with the same key.
   * @throws AppError `conflict` when it was replaced or stopped, `unavailable` when the logs can't be read.
   */
  async report(key: string, request: ReportRequest): Promise<ActivityReport> {
    this.stop(key);
    const answer = await new Promise<ReportAnswer>((resolve, reject) => {
      const thread = new Worker(threadFile, { workerData: request });
      thread.unref();
      this.#running.set(key, { thread, fail: reject });
      thread.on('message', resolve);
      thread.on('error', (error) => resolve({ type: 'failed', message: errorMessage(error) }));
      thread.on('exit', () => {
        if (this.#running.get(key)?.thread === thread) this.#running.delete(key);
        resolve({ type: 'failed', message: 'it ended' });
      });
    });
    if (answer.type === 'report') return answer.report;
    throw new AppError('unavailable', `The audit log can’t be read (${answer.message}). Try again.`);
  }

  stop(key: string): void {
    const running = this.#running.get(key);
    this.#running.delete(key);
    running?.fail(new AppError('conflict', 'A newer request replaced this one.'));
    void running?.thread.terminate();
  }

  dispose(): void {
    for (const key of this.#running.keys()) this.stop(key);
  }
}

/** Next to the bundle, or the source file when running from source. */
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./report-thread.ts', import.meta.url)
  : join(appRoot, 'out/main/report-thread.js');
