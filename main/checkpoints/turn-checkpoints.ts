import { createLogger } from '#main/log/logger.ts';
import { randomUUID } from 'node:crypto';
import type { Checkpoint, CheckpointPhase } from '#shared/session/checkpoint.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { Loss } from '#shared/session/loss.ts';
import { checkpointErrorReason } from './checkpoint-error.ts';
import { isTarget, type CheckpointHistory } from './checkpoint-history.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import { coveredFiles, elsewhere, type CoverageTarget } from './coverage/covered-files.ts';
import { diffTrees } from './store/tree-diff.ts';
import { WarmUp } from './warm-up.ts';

const log = createLogger('checkpoints');

export interface TurnCheckpointsOptions {
  readonly store: CheckpointStore;
  readonly sessionId: string;
  readonly append: (event: NewSessionEvent) => void;
  /** `fileCheckpointingEnabled` */
  readonly isEnabled: () => boolean;
}

/**
 * Creates the checkpoints of one session: one before the first call of a turn that may change something, one after the turn. A failure
 * stops nothing, since the gate is the protection and undo a convenience; it is reported to the person once.
 */
export class TurnCheckpoints {
  readonly #options: TurnCheckpointsOptions;
  readonly #history: CheckpointHistory;
  readonly #reported = new Set<string>();
  #turnId: string | null = null;
  #messageId: string | null = null;
  /** Whether the checkpoint before the current work was created. */
  #before: Promise<boolean> | undefined;
  #isReady = false;
  /** That checkpoint, once it is taken. */
  #treeBefore: string | undefined;
  /** When it was first wanted: epoch milliseconds. */
  #begun = 0;
  #after: Promise<unknown> = Promise.resolve();
  readonly #warmUp: WarmUp;

  /** @param history updated by the caller. */
  constructor(options: TurnCheckpointsOptions, history: CheckpointHistory) {
    this.#options = options;
    this.#history = history;
    this.#warmUp = new WarmUp((signal) => this.#read(signal));
  }

  /** Whether a turn is running. */
  get isWorking(): boolean {
    return this.#turnId !== null;
  }

  /** Call with every event of the session's log as it is appended. */
  apply(event: SessionEvent): void {
    if (event.agentId !== undefined) return;
    if (event.type === 'turn.started') {
      this.#turnId = event.data.turnId;
      this.#messageId = null;
    }
    if (event.type === 'request.started') this.#warmUp.requestStarted();
    if (event.type === 'request.ended') this.#warmUp.dismiss({ permanently: false });
    if (event.type === 'user.message' && event.data.origin !== 'reminder') this.#messageId ??= event.data.messageId;
    if (event.type === 'turn.ended') this.#endWork();
  }

  /** Resolves when nothing is read or written any more. */
  async close(): Promise<void> {
    await this.#warmUp.close();
    await this.settled();
  }

  /**
   * Await before a call that may change something: resolves when the current files can be restored, when that failed, or when `signal` is
   * aborted. Created once for all calls of a turn, including sub-agents’. Never rejects. `undefined`: no need to wait.
   */
  beforeEffect(signal: AbortSignal): Promise<void> | undefined {
    if (this.#isReady || !this.#options.isEnabled() || signal.aborted) return undefined;
    this.#before ??= this.#takeBefore();
    return this.#wait(this.#before, signal);
  }

  async #wait(before: Promise<boolean>, signal: AbortSignal): Promise<void> {
    const stop = Promise.withResolvers<void>();
    const onAbort = (): void => stop.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([before, stop.promise]);
    signal.removeEventListener('abort', onAbort);
  }

  /**
   * What would be lost with these paths and everything below them, as they are now: `covered` if the checkpoint before the current work, taken
   * or still to come, has them so. Reads the files, so that a checkpoint is known to work here. Never rejects.
   */
  async lossOf(targets: readonly CoverageTarget[], signal: AbortSignal): Promise<Loss> {
    const { store, sessionId, isEnabled } = this.#options;
    const { projectDir } = store;
    try {
      const isOff = !isEnabled() || (this.#before !== undefined && !(await this.#before));
      const uncovered = isOff ? targets : elsewhere(projectDir, targets);
      const { loss } = await coveredFiles(projectDir, uncovered, () => false);
      if (isOff || loss === 'final') return loss;
      store.assertNotFailing();
      return await store.exclusive(async () => {
        signal.throwIfAborted();
        const now = await store.take(sessionId, `read-${randomUUID()}`, !this.#history.isEmpty, { signal });
        const found = await coveredFiles(projectDir, targets, (path) => store.entry(path) !== undefined);
        if (found.loss !== 'covered' || this.#treeBefore === undefined) return found.loss;
        const { git, common } = await store.open();
        const changed = await diffTrees(git, this.#treeBefore, now.tree, common);
        return changed.some(({ path }) => found.files.has(path)) ? 'unknown' : 'covered';
      });
    } catch (error) {
      if (!signal.aborted) log.debug('Whether files are covered could not be determined', error);
      return 'unknown';
    }
  }

  /** Resolves when no checkpoint is being created. */
  async settled(): Promise<void> {
    await this.#before;
    await this.#after;
  }

  /** Resolves when ended work has its checkpoint. What a background task did since the turn ended is the agent’s and is included. */
  async workEnded(): Promise<void> {
    if (this.#before && this.#turnId === null) this.#endWork();
    await this.#after;
  }

  /** Creates a checkpoint now. Call it inside the store’s `exclusive`. */
  async take(phase: CheckpointPhase, datedSince?: number): Promise<Checkpoint> {
    const { store, sessionId, append } = this.#options;
    const checkpointId = randomUUID();
    const [turnId, messageId] = [this.#turnId, this.#messageId];
    const taken = await store.take(sessionId, checkpointId, !this.#history.isEmpty, { isTarget: isTarget(phase), datedSince });
    const checkpoint = { checkpointId, turnId, messageId, phase, ...taken };
    append({ type: 'checkpoint.taken', data: checkpoint });
    if (phase === 'before') this.#treeBefore = taken.tree;
    return checkpoint;
  }

  #takeBefore(): Promise<boolean> {
    this.#warmUp.dismiss({ permanently: true });
    this.#begun = Date.now();
    const before = this.#tryToTake('before').then((taken) => {
      if (this.#before === before) this.#isReady = true;
      return taken;
    });
    return before;
  }

  #endWork(): void {
    this.#warmUp.dismiss({ permanently: false });
    this.#turnId = null;
    const before = this.#before;
    const begun = this.#begun;
    this.#before = undefined;
    this.#treeBefore = undefined;
    this.#isReady = false;
    if (before) this.#after = before.then((taken) => (taken ? this.#tryToTake('after', begun) : undefined));
  }

  /** Whether it was created. */
  async #tryToTake(phase: CheckpointPhase, datedSince?: number): Promise<boolean> {
    try {
      this.#options.store.assertNotFailing();
      await this.#options.store.exclusive(() => this.take(phase, datedSince));
      return true;
    } catch (error) {
      if (phase === 'before') this.#report(checkpointErrorReason(error));
      return false;
    }
  }

  /** What is read stays known to the store as long as a ref keeps it, like any checkpoint of the session. */
  async #read(signal: AbortSignal): Promise<void> {
    const { store, sessionId, isEnabled } = this.#options;
    if (!isEnabled()) return;
    store.assertNotFailing();
    await store.exclusive(() => store.take(sessionId, `read-${randomUUID()}`, true, { signal }));
  }

  #report(why: string): void {
    if (this.#reported.has(why)) return;
    this.#reported.add(why);
    try {
      const text = `Changes that the agent makes now can’t be undone, because ${why}.`;
      this.#options.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    } catch {
      // The session can’t be written; the next append reports it.
    }
  }
}
