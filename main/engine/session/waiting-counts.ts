import type { WaitingCount } from '#shared/contract/project.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { PushBus } from '../push-bus.ts';

/** Events after which another number of requests may wait. */
const CHANGES: ReadonlySet<string> = new Set([
  'call.asked',
  'call.answered',
  'call.finished',
  'elicitation.asked',
  'elicitation.answered',
  'session.resumed',
]);

/** How many requests wait for a person in each project. Windows show this for projects whose sessions they don't follow, too. */
export class WaitingCounts {
  readonly #bus: PushBus;
  readonly #views: () => Promise<readonly SessionView[]>;
  #counts: readonly WaitingCount[] = [];

  /** `views`: of all open sessions. Only these have pending requests. */
  constructor(bus: PushBus, views: () => Promise<readonly SessionView[]>) {
    this.#bus = bus;
    this.#views = views;
    bus.listen((message) => {
      if (message.push === 'session.events' && message.payload.events.some(({ type }) => CHANGES.has(type))) void this.#count();
    });
  }

  get current(): readonly WaitingCount[] {
    return this.#counts;
  }

  /** Never rejects. */
  async #count(): Promise<void> {
    const counts = countsOf(await this.#views());
    if (JSON.stringify(counts) === JSON.stringify(this.#counts)) return;
    this.#counts = counts;
    this.#bus.send('waiting.changed', { waiting: [...counts] });
  }
}

function countsOf(views: readonly SessionView[]): readonly WaitingCount[] {
  const counts = new Map<string, number>();
  for (const { projectDir, asks, elicitations } of views) {
    const count = asks.length + elicitations.length;
    if (count > 0) counts.set(projectDir, (counts.get(projectDir) ?? 0) + count);
  }
  return [...counts].map(([projectDir, count]) => ({ projectDir, count })).toSorted((a, b) => (a.projectDir < b.projectDir ? -1 : 1));
}
