import type { AppError } from '#shared/contract/app-error.ts';
import { closingEvents, type ClosingTexts } from '#main/session/closing-events.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { SessionServices } from './session-services.ts';

const TRY_EVERY_MS = 2000;

export interface SessionHaltOptions {
  readonly services: SessionServices;
  /** Stops all work of the session. */
  readonly stop: (why: AppError) => void;
  /** Resolves when nothing runs any more. */
  readonly stopped: () => Promise<void>;
  /** Whether the stopped turn can be retried without a new message. */
  readonly canAskAgain: () => boolean;
}

/**
 * Handles a log that can't be written (disk full, folder read-only): stops all work, records how it ended in memory, and retries writing
 * until it succeeds. Then the session continues.
 */
export class SessionHalt {
  readonly #options: SessionHaltOptions;
  #closing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: SessionHaltOptions) {
    this.#options = options;
    const { log } = options.services;
    log.onFailure((why) => this.begin(why));
    log.onHalt((why) => {
      if (why === null) this.#stopTrying();
    });
  }

  /** Resolves when all work is stopped and closed off; `undefined` when that isn't in progress. */
  get closing(): Promise<void> | undefined {
    return this.#closing;
  }

  begin(why: AppError): void {
    const { services, stop } = this.#options;
    const { log } = services;
    const goesOn = log.halted === null && !this.#disposed;
    // Halt the log first: stopped work still appends events, and they must not follow a gap.
    log.halt(why);
    stop(why);
    if (goesOn) this.#closing = this.#closeOff(why).finally(() => (this.#closing = undefined));
  }

  dispose(): void {
    this.#disposed = true;
    this.#stopTrying();
  }

  async #closeOff(why: AppError): Promise<void> {
    const { services, stopped, canAskAgain } = this.#options;
    const { log, view, hooks } = services;
    await stopped();
    const text = view.turn ? `${why.message} The agent was stopped.` : why.message;
    const closing = await inSlices(
      closingEvents({ events: log.events, view, words: wordsFor(text), runningHooks: hooks?.runner.running ?? new Set() }),
    );
    log.closeOff([
      { type: 'notice', data: { level: 'error', text, action: view.turn && canAskAgain() ? 'try_again' : 'none' } },
      ...closing,
    ]);
    if (this.#disposed || log.tryToResume()) return;
    this.#timer = setInterval(() => log.tryToResume(), TRY_EVERY_MS).unref();
  }

  #stopTrying(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function wordsFor(error: string): ClosingTexts {
  return {
    what: 'Stopped, as the session could not be saved',
    lost: 'The session could no longer be saved, so it isn’t known how this call ended. It may have had all or some of its effects: check before you repeat it.',
    notStarted: 'The session could no longer be saved, so this call was not started. It did nothing.',
    hook: 'The session could no longer be saved when this hook ended.',
    task: 'The session could no longer be saved, so it was stopped.',
    turn: { outcome: 'failed', error },
  };
}
