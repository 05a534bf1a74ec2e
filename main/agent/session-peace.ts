import { AppError } from '#shared/contract/app-error.ts';
import type { SessionAgents } from './session-agents.ts';
import type { SessionTurns } from './session-turns.ts';

/** Whether anybody works in a session, and whether somebody may begin to. */
export class SessionPeace {
  readonly #turns: SessionTurns;
  readonly #agents: SessionAgents;
  #isClosed = false;
  /** How much `undisturbed` work goes on. */
  #held = 0;

  constructor(turns: SessionTurns, agents: SessionAgents) {
    this.#turns = turns;
    this.#agents = agents;
  }

  /** Nobody may begin any more. `false` when that is so already. */
  close(): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    return true;
  }

  /** A turn runs, or a sub-agent. */
  get isDisturbed(): boolean {
    return this.#turns.running !== undefined || this.#agents.subAgents.busy;
  }

  /** Resolves when no turn and no sub-agent runs. */
  async nobodyWorks(): Promise<void> {
    while (this.isDisturbed) {
      await this.#turns.running?.done;
      await this.#agents.subAgents.idle();
    }
  }

  /** @throws AppError `conflict` once the session is closed. */
  assertOpen(): void {
    if (this.#isClosed) throw new AppError('conflict', 'This session is closed.');
  }

  /** @throws AppError `conflict` when nothing may begin: the session is closed, or files are being restored. */
  assertFree(): void {
    this.assertOpen();
    if (this.#held > 0) throw new AppError('conflict', 'Files are being restored. Wait until that is done.');
  }

  /** @throws AppError `conflict` while a turn runs. */
  assertNoTurn(): void {
    if (this.#turns.running) throw new AppError('conflict', 'A turn is running. Stop it first, or wait for its end.');
  }

  /** @throws AppError `conflict` while an agent works. */
  assertNobodyWorks(): void {
    this.assertOpen();
    this.assertNoTurn();
    if (this.#agents.subAgents.busy)
      throw new AppError('conflict', 'An agent works in the background. Stop it first, or wait for its end.');
  }

  /**
   * Does what must not meet an agent at work: none is, and none begins before it is done. Such works may overlap; the store of
   * checkpoints does one after the other.
   * @throws AppError `conflict` while an agent works.
   */
  async undisturbed<T>(work: () => Promise<T>): Promise<T> {
    this.assertNobodyWorks();
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
    }
  }
}
