import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { appRoot } from '#main/app-root.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { Replay } from '#shared/contract/rule-sets.ts';
import type { Backtest, LearnedRule, RuleCompletion, RuleUsage } from '#shared/contract/rules.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ThreadAnswer, ThreadJob, ThreadRequest } from './thread-job.ts';

/** The thread is ended after this long without a request, which frees what it remembers of the logs. */
const IDLE_MS = 5 * 60_000;

interface Waiting {
  readonly key: string;
  readonly settle: (answer: ThreadAnswer) => void;
  readonly fail: (error: AppError) => void;
}

/** Searches recorded calls in a worker thread, which is started with the first request. */
export class Backtester {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  /**
   * `key`: identifies the requester; a new request replaces the previous one with the same key.
   * @throws AppError `conflict` when it was replaced, `unavailable` when the thread failed.
   */
  async backtest(key: string, job: Extract<ThreadJob, { type: 'backtest' }>): Promise<Backtest> {
    const answer = await this.#ask(`backtest ${key}`, job);
    if (answer.type !== 'backtest') throw unanswered(answer);
    return answer.result;
  }

  /** @throws AppError as `backtest`. */
  async usage(key: string, job: Extract<ThreadJob, { type: 'usage' }>): Promise<RuleUsage> {
    const answer = await this.#ask(`usage ${key}`, job);
    if (answer.type !== 'usage') throw unanswered(answer);
    return answer.result;
  }

  /** @throws AppError as `backtest`. */
  async learned(key: string, job: Extract<ThreadJob, { type: 'learned' }>): Promise<LearnedRule | null> {
    const answer = await this.#ask(`learned ${key}`, job);
    if (answer.type !== 'learned') throw unanswered(answer);
    return answer.result;
  }

  /** @throws AppError as `backtest`. */
  async completions(key: string, job: Extract<ThreadJob, { type: 'completions' }>): Promise<RuleCompletion[]> {
    const answer = await this.#ask(`completions ${key}`, job);
    if (answer.type !== 'completions') throw unanswered(answer);
    return answer.result;
  }

  /** @throws AppError as `backtest`. */
  async replay(key: string, job: Extract<ThreadJob, { type: 'replay' }>): Promise<Replay> {
    const answer = await this.#ask(`replay ${key}`, job);
    if (answer.type !== 'replay') throw unanswered(answer);
    return answer.result;
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#failAll('Gatehouse is closing.');
    await thread?.terminate();
  }

  #ask(key: string, job: ThreadJob): Promise<ThreadAnswer> {
    for (const [id, waiting] of this.#waiting) if (waiting.key === key) this.#post({ id, cancel: true });
    const id = ++this.#lastId;
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { key, settle, fail });
      this.#post({ id, job });
    });
  }

  #post(request: ThreadRequest): void {
    this.#thread ??= this.#start();
    clearTimeout(this.#idle);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none.
    this.#thread.postMessage(request);
  }

  #start(): Worker {
    const thread = new Worker(threadFile);
    thread.unref();
    thread.on('message', (answer: ThreadAnswer) => {
      this.#waiting.get(answer.id)?.settle(answer);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.#rest(), IDLE_MS).unref();
    });
    thread.on('error', (error) => this.#lose(thread, errorMessage(error)));
    thread.on('exit', () => this.#lose(thread, 'it ended'));
    return thread;
  }

  #lose(thread: Worker, why: string): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#failAll(`Past calls can’t be checked (${why}). Try again.`);
  }

  async #rest(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #failAll(message: string): void {
    for (const { fail } of this.#waiting.values()) fail(new AppError('unavailable', message));
    this.#waiting.clear();
  }
}

/** Next to the bundle, or the source file when running from source. */
const threadFile = import.meta.url.endsWith('.ts') ? new URL('./thread.ts', import.meta.url) : join(appRoot, 'out/main/backtest-thread.js');

function unanswered(answer: ThreadAnswer): AppError {
  if (answer.type === 'cancelled') return new AppError('conflict', 'A newer request replaced this one.');
  return new AppError('unavailable', answer.type === 'failed' ? answer.message : 'Past calls can’t be checked. Try again.');
}
