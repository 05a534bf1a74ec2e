import { randomUUID } from 'node:crypto';
import type { Checkpoint, CheckpointPhase } from '#shared/session/checkpoint.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { checkpointErrorReason } from './checkpoint-error.ts';
import { isTarget, type CheckpointHistory } from './checkpoint-history.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import { WarmUp } from './warm-up.ts';

export interface TurnCheckpointsOptions {
  readonly store: CheckpointStore;
  readonly sessionId: string;
  readonly append: (event: NewSessionEvent) => void;
  /** `fileCheckpointingEnabled` */
  readonly isEnabled: () => boolean;
}

/**
 * Takes the checkpoints of one session: one before the first call of a turn that may change something, one after the turn. A checkpoint
 * that can't be taken stops nothing: the gate is what protects, undo is a comfort; the person is told once.
 */
export class TurnCheckpoints {
  readonly #options: TurnCheckpointsOptions;
  readonly #history: CheckpointHistory;
  readonly #reported = new Set<string>();
  #turnId: string | null = null;
  #messageId: string | null = null;
  /** Of the work that goes on: the checkpoint before it. */
  #before: Promise<boolean> | undefined;
  #isReady = false;
  #after: Promise<unknown> = Promise.resolve();
  readonly #warmUp: WarmUp;

  /** @param history is kept up to date by whoever made it. */
  constructor(options: TurnCheckpointsOptions, history: CheckpointHistory) {
    this.#options = options;
    this.#history = history;
    this.#warmUp = new WarmUp((signal) => this.#read(signal));
  }

  /** A turn runs. */
  get isWorking(): boolean {
    return this.#turnId !== null;
  }

  /** Hears of every event of the session's log as it is appended. */
  apply(event: SessionEvent): void {
    if (event.agentId !== undefined) return;
    if (event.type === 'turn.started') {
      this.#turnId = event.data.turnId;
      this.#messageId = null;
    }
    if (event.type === 'request.started') this.#warmUp.requestStarted();
    if (event.type === 'request.ended') this.#warmUp.dismiss({ forGood: false });
    if (event.type === 'user.message' && event.data.origin !== 'reminder') this.#messageId ??= event.data.messageId;
    if (event.type === 'turn.ended') this.#endWork();
  }

  /** Resolves when nothing is read or written any more. */
  async close(): Promise<void> {
    await this.#warmUp.close();
    await this.settled();
  }

  /**
   * To be awaited before a call that may change something: resolves when the files can be brought back to what they are now, or that
   * failed, or `signal` says that nobody waits any more. Taken once for all calls of a turn, sub-agents’ too. Never rejects.
   * `undefined`: there is nothing to wait for.
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

  /** Resolves when no checkpoint is being created. */
  async settled(): Promise<void> {
    await this.#before;
    await this.#after;
  }

  /** Resolves when ended work has its checkpoint. What a background task did since the turn ended is the agent’s: that is taken too. */
  async workEnded(): Promise<void> {
    if (this.#before && this.#turnId === null) this.#endWork();
    await this.#after;
  }

  /** Takes one now. Call it inside the store’s `exclusive`. */
  async take(phase: CheckpointPhase): Promise<Checkpoint> {
    const { store, sessionId, append } = this.#options;
    const checkpointId = randomUUID();
    const [turnId, messageId] = [this.#turnId, this.#messageId];
    const taken = await store.take(sessionId, checkpointId, !this.#history.isEmpty, { isTarget: isTarget(phase) });
    const checkpoint = { checkpointId, turnId, messageId, phase, ...taken };
    append({ type: 'checkpoint.taken', data: checkpoint });
    return checkpoint;
  }

  #takeBefore(): Promise<boolean> {
    this.#warmUp.dismiss({ forGood: true });
    const before = this.#tryToTake('before').then((taken) => {
      if (this.#before === before) this.#isReady = true;
      return taken;
    });
    return before;
  }

  #endWork(): void {
    this.#warmUp.dismiss({ forGood: false });
    this.#turnId = null;
    const before = this.#before;
    this.#before = undefined;
    this.#isReady = false;
    if (before) this.#after = before.then((taken) => (taken ? this.#tryToTake('after') : undefined));
  }

  /** Whether it was taken. */
  async #tryToTake(phase: CheckpointPhase): Promise<boolean> {
    try {
      this.#options.store.assertWorthTrying();
      await this.#options.store.exclusive(() => this.take(phase));
      return true;
    } catch (error) {
      if (phase === 'before') this.#report(checkpointErrorReason(error));
      return false;
    }
  }

  /** What is read stays known to the store as long as something keeps it: the session, as any checkpoint of its. */
  async #read(signal: AbortSignal): Promise<void> {
    const { store, sessionId, isEnabled } = this.#options;
    if (!isEnabled()) return;
    store.assertWorthTrying();
    await store.exclusive(() => store.take(sessionId, `read-${randomUUID()}`, true, { signal }));
  }

  #report(why: string): void {
    if (this.#reported.has(why)) return;
    this.#reported.add(why);
    try {
      const text = `What the agent changes now can’t be undone here, because ${why}. Work goes on.`;
      this.#options.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    } catch {
      // The session can’t be written; whoever appends next says so.
    }
  }
}
