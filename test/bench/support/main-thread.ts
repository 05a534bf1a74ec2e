import type { CDPSession, Page } from 'playwright';

/** Work of the page's main thread. Milliseconds of CPU time, independent of other load. */
export interface MainThreadWork {
  /** All tasks: script, style, layout, paint. */
  readonly tasks: number;
  readonly script: number;
  readonly layout: number;
}

/** Counts the work of a page's main thread from `start` on. */
export class MainThread {
  readonly #session: CDPSession;
  #from: MainThreadWork = { tasks: 0, script: 0, layout: 0 };

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** In CPU time of the thread: under load, a task's duration includes waiting. */
  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  async start(): Promise<void> {
    this.#from = await this.#now();
  }

  async work(): Promise<MainThreadWork> {
    const { tasks, script, layout } = await this.#now();
    return { tasks: tasks - this.#from.tasks, script: script - this.#from.script, layout: layout - this.#from.layout };
  }

  async #now(): Promise<MainThreadWork> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (wanted: string): number => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
    return { tasks: of('TaskDuration'), script: of('ScriptDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
  }
}
