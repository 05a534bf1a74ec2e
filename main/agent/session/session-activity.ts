import { AppError } from '#shared/contract/app-error.ts';
import type { SessionAgents } from './session-agents.ts';
import type { SessionTurns } from './session-turns.ts';

/** Whether an agent of the session is running, and whether one may start. */
export class SessionActivity {
  readonly #turns: SessionTurns;
  readonly #agents: SessionAgents;
  #isClosed = false;
  /** Number of `whileIdle` calls in progress. */
  #held = 0;

  constructor(turns: SessionTurns, agents: SessionAgents) {
    this.#turns = turns;
    this.#agents = agents;
  }

  /** Lets nothing start any more. `false` when the session was already closed. */
  close(): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    return true;
  }

  /** Whether a turn or a sub-agent runs. */
  get isBusy(): boolean {
    return this.#turns.running !== undefined || this.#agents.inBackground;
  }

  /** Resolves when no turn and no sub-agent runs. */
  async whenIdle(): Promise<void> {
    while (this.isBusy) {
      await this.#turns.running?.done;
      await this.#agents.workflows.idle();
      await this.#agents.subAgents.idle();
    }
  }

  /** @throws AppError `conflict` once the session is closed. */
  assertOpen(): void {
    if (this.#isClosed) throw new AppError('conflict', 'This session is closed.');
  }

  /** Whether a turn may start: the session isn't closed and no files are being restored. */
  get mayStart(): boolean {
    return !this.#isClosed && this.#held === 0;
  }

  /** @throws AppError `conflict` when the session is closed, or files are being restored or committed. */
  assertMayStart(): void {
    this.assertOpen();
    if (this.#held > 0) throw new AppError('conflict', 'Files are being restored or committed. Wait until that is done.');
  }

  /** @throws AppError `conflict` while a turn runs. */
  assertNoTurn(): void {
    if (this.#turns.running) throw new AppError('conflict', 'A turn is running. Stop it first, or wait for its end.');
  }

  /** @throws AppError `conflict` when no turn may start, or while one runs. */
  assertTurnMayStart(): void {
    this.assertMayStart();
    this.assertNoTurn();
  }

  /** @throws AppError `conflict` while a turn or a sub-agent runs. */
  assertIdle(): void {
    this.assertOpen();
    this.assertNoTurn();
    if (this.#agents.inBackground)
      throw new AppError('conflict', 'An agent or a workflow works in the background. Stop it first, or wait for its end.');
  }

  /**
   * Runs work that must not overlap with a running agent: none runs, and none starts before the work is done. Several may overlap;
   * the checkpoint store serialises them.
   * @throws AppError `conflict` while a turn or a sub-agent runs.
   */
  async whileIdle<T>(work: () => Promise<T>): Promise<T> {
    this.assertIdle();
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
    }
  }
}
