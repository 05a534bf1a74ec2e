import type { WaitingCount } from '#shared/contract/project.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { PushBus } from '../push-bus.ts';
import type { AskingCommands } from './asking-commands.ts';

/** Events after which another number of requests or commands may wait. */
const CHANGES: ReadonlySet<string> = new Set([
  'call.asked',
  'call.answered',
  'call.finished',
  'elicitation.asked',
  'elicitation.answered',
  'session.resumed',
  'task.stalled',
  'task.continued',
  'task.ended',
]);

/** How many requests, and commands that need input, wait for a person in each project. Windows show this for projects whose sessions they don't follow, too. */
export class WaitingCounts {
  readonly #bus: PushBus;
  readonly #views: () => Promise<readonly SessionView[]>;
  readonly #asking: AskingCommands;
  #counts: readonly WaitingCount[] = [];

  /** `views`: of all open sessions. Only these have pending requests. */
  constructor(bus: PushBus, views: () => Promise<readonly SessionView[]>, asking: AskingCommands) {
    this.#bus = bus;
    this.#views = views;
    this.#asking = asking;
    bus.listen((message) => {
      const asksOrNot = asking.hear(message);
      if (asksOrNot || (message.push === 'session.events' && message.payload.events.some(({ type }) => CHANGES.has(type))))
        void this.#count();
    });
  }

  get current(): readonly WaitingCount[] {
    return this.#counts;
  }

  /** Never rejects. */
  async #count(): Promise<void> {
    const counts = countsOf(await this.#views(), this.#asking);
    if (JSON.stringify(counts) === JSON.stringify(this.#counts)) return;
    this.#counts = counts;
    this.#bus.send('waiting.changed', { waiting: [...counts] });
  }
}

function countsOf(views: readonly SessionView[], asking: AskingCommands): readonly WaitingCount[] {
  const counts = new Map<string, WaitingCount>();
  for (const view of views) {
    const { sessionId, projectDir, asks, elicitations } = view;
    const commands = asking.count(view);
    const count = asks.length + elicitations.length + commands;
    if (count === 0) continue;
    const before = counts.get(projectDir) ?? { projectDir, count: 0, commands: [] };
    const added = commands > 0 ? [{ sessionId, count: commands }] : [];
    counts.set(projectDir, { ...before, count: before.count + count, commands: [...before.commands, ...added] });
  }
  return [...counts.values()].toSorted((a, b) => (a.projectDir < b.projectDir ? -1 : 1));
}
