import type { LeftOut } from '#shared/session/checkpoint.ts';
import type { CheckpointHistory, DatedCheckpoint } from '../checkpoint-history.ts';
import type { CheckpointStore } from '../checkpoint-store.ts';
import { TouchedLeftOut } from '../coverage/touched-left-out.ts';
import { keptCheckpoints } from '../store/refs.ts';
import { diffTrees } from '../store/tree-diff.ts';
import type { TurnCheckpoints } from '../turn-checkpoints.ts';
import { changedFiles, type ChangedFile } from './changed-files.ts';
import { LastChanging } from './last-changing.ts';
import { type OpenChangeLists, renamesOf, withKept } from './open-change-lists.ts';
import { compareTurn, type TurnChanges } from './turn-changes.ts';

/** What a session, its last turn or one of its turns changed. */
export interface SessionChanges {
  readonly changesId: string;
  /** The checkpoint that the files are compared with. */
  readonly checkpoint: DatedCheckpoint;
  readonly files: readonly ChangedFile[];
  /** Files of one turn that aren’t any more as it left them. */
  readonly changedAgain?: ReadonlySet<string>;
  readonly leftOut: LeftOut;
}

interface ComparedSession {
  readonly store: CheckpointStore;
  readonly sessionId: string;
  readonly history: CheckpointHistory;
  readonly turns: TurnCheckpoints;
  readonly lists: OpenChangeLists;
}

/** Compares the states of the files in one session. */
export class SessionComparisons {
  readonly #of: ComparedSession;
  readonly #leftOut: TouchedLeftOut;
  readonly #lastChanging = new LastChanging();

  constructor(compared: ComparedSession) {
    this.#of = compared;
    this.#leftOut = new TouchedLeftOut(compared.store);
  }

  /** @throws CheckpointError when undo isn’t available here. */
  async since(since: 'session' | 'turn'): Promise<SessionChanges | undefined> {
    const { store, sessionId, history, turns, lists } = this.#of;
    const isWorking = turns.isWorking;
    await turns.workEnded();
    return store.exclusive(async () => {
      const opened = await store.open();
      const works = history.works(await keptCheckpoints(opened.git, sessionId));
      const begins = since === 'session' ? works[0] : works.at(-1);
      if (!begins) return undefined;
      const now = await lists.record(isWorking ? begins.checkpoint.at : undefined);
      const checkpoint = (since === 'turn' && (await this.#lastChanging.of(opened, works, now.tree))) || begins.checkpoint;
      const held = await lists.make(now, checkpoint);
      const { id: changesId, tree, differences } = held;
      const files = await changedFiles(opened.git, [...differences.values()], {
        then: checkpoint.tree,
        now: tree,
        periods: history.workPeriods(checkpoint.checkpointId, tree, isWorking),
        saved: store.saved.since(checkpoint.at),
      });
      held.renamed = renamesOf(files);
      const leftOut = await this.#leftOut.since(checkpoint.tree, history.lastWork, isWorking);
      return { changesId, checkpoint, files, leftOut: withKept(held, leftOut) };
    });
  }

  /**
   * What changed between the start and the end of a turn, as a list that can be reverted where nothing changed since; `undefined` when it
   * isn’t known. @throws CheckpointError when undo isn’t available here.
   */
  async inTurn(turnId: string): Promise<SessionChanges | undefined> {
    const { store, sessionId, history, turns, lists } = this.#of;
    await turns.workEnded();
    const turn = history.turnPeriod(turnId);
    if (!turn) return undefined;
    const { start, end } = turn;
    return store.exclusive(async () => {
      const { git, common } = await store.open();
      const kept = await keptCheckpoints(git, sessionId);
      if (!kept.has(start.checkpointId) || !kept.has(end.checkpointId)) return undefined;
      const { id, tree: now } = await lists.record();
      const held = await lists.make({ id, tree: end.tree }, start);
      const { differences } = held;
      const files = await changedFiles(git, [...differences.values()], {
        then: start.tree,
        now: end.tree,
        periods: [{ checkpointId: start.checkpointId, who: 'agent', from: start.tree, to: end.tree }],
        saved: store.saved.since(start.at, end.at),
      });
      held.renamed = renamesOf(files);
      const changedAgain = new Set((await diffTrees(git, end.tree, now, common)).map(({ path }) => path));
      return { changesId: id, checkpoint: start, files, changedAgain, leftOut: withKept(held, { total: 0, items: [] }) };
    });
  }

  /** The files that a turn changed, without a list to revert them from. */
  async ofTurn(turnId: string): Promise<TurnChanges | undefined> {
    const { store, history, turns } = this.#of;
    await turns.workEnded();
    const turn = history.turnPeriod(turnId);
    if (!turn) return undefined;
    const { git, common } = await store.open();
    const differences = await diffTrees(git, turn.end.tree, turn.start.tree, common);
    const created = history.createdSince(turn.start.checkpointId);
    const saved = store.saved.since(turn.start.at, turn.end.at);
    return compareTurn(git, turn, { differences, created, saved });
  }
}
