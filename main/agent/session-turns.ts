import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { AbortReason } from '#main/executor/abort-reason.ts';
import { promptEvents, type Prompt } from './prompt.ts';
import { failureNotices, turnEnded, type TurnEnd } from './turn-end.ts';

export interface RunningTurn {
  readonly turnId: string;
  /** Stops everything. */
  readonly controller: AbortController;
  /** Stops the answer; calls end as they may. */
  readonly sendNow: AbortController;
  readonly done: Promise<void>;
}

/** What a turn consists of. A throw ends it as failed. */
export type TurnWork = (turn: RunningTurn) => Promise<TurnEnd>;

export interface SessionTurnsOptions {
  readonly view: Pick<SessionView, 'queued'>;
  readonly append: (event: NewSessionEvent) => void;
  /** Something may still reject messages before they are sent. */
  readonly admits: () => boolean;
  /** The work of a turn that starts with messages, or with none when there is something to tell. */
  readonly answer: (turn: RunningTurn, messages: readonly Prompt[]) => Promise<TurnEnd>;
  /** Cancels the calls that only read or haven't begun: a message is to go out now. */
  readonly interruptForSend: () => void;
  /** Called before anything is said about the end of a turn. */
  readonly beforeEnd: () => void;
  /** A turn ended well and no message waits. */
  readonly onIdle: () => void;
}

/** The turns of a session, one after the other: each is opened and closed in the log, and what was queued meanwhile goes out in the next. */
export class SessionTurns {
  readonly #options: SessionTurnsOptions;
  #running: RunningTurn | undefined;
  #closed = false;
  /** Why the running turn could not be written down. */
  #unwritable: unknown;

  constructor(options: SessionTurnsOptions) {
    this.#options = options;
  }

  get running(): RunningTurn | undefined {
    return this.#running;
  }

  /** Starts a turn with all that is queued and a new message behind it. While one runs the message is queued; `now` has that one stop soon. */
  send(message: Omit<Prompt, 'origin'>, now: boolean): { queued: boolean } {
    const running = this.#running;
    if (!running) {
      this.#startAnswer([...this.#queuedMessages(), { ...message, origin: 'prompt' }]);
      return { queued: false };
    }
    const { append, interruptForSend } = this.#options;
    append({ type: 'user.queued', data: message });
    if (now) {
      // First the calls: the end of the answer must not find one that may still start.
      interruptForSend();
      running.sendNow.abort({ type: 'send' } satisfies AbortReason);
    }
    return { queued: true };
  }

  /** Starts a turn without a message, to tell the model what happened meanwhile. Does nothing once closed. */
  tell(): void {
    if (!this.#closed) this.#startAnswer([]);
  }

  /** Starts a turn of another kind. */
  start(work: TurnWork): void {
    this.#start([], work);
  }

  /** The log can't be written: what can't be written down must not go on. */
  unwritable(error: unknown): void {
    this.#unwritable ??= error;
    this.#running?.controller.abort({ type: 'discarded', why: 'the session could not be written' } satisfies AbortReason);
  }

  /** No turn begins by itself any more. */
  close(): void {
    this.#closed = true;
  }

  #startAnswer(messages: readonly Prompt[]): void {
    this.#start(messages, (turn) => this.#options.answer(turn, messages));
  }

  #start(messages: readonly Prompt[], work: TurnWork): void {
    const { view, append, admits } = this.#options;
    this.#unwritable = undefined;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const turn = { turnId: randomUUID(), controller: new AbortController(), sendNow: new AbortController(), done };
    // From here on the turn runs, also for whoever hears of its first event.
    this.#running = turn;
    try {
      append({ type: 'turn.started', data: { turnId: turn.turnId } });
      // What may still be rejected waits where messages wait.
      const checked = admits();
      for (const { origin: _, ...message } of checked ? messages : []) {
        if (!view.queued.some((queued) => queued.messageId === message.messageId)) append({ type: 'user.queued', data: message });
      }
      for (const event of checked ? [] : messages.flatMap(promptEvents)) append(event);
    } catch (error) {
      this.#running = undefined;
      resolve();
      throw error;
    }
    void this.#run(turn, work).then(resolve);
  }

  /** Never rejects. */
  async #run(turn: RunningTurn, work: TurnWork): Promise<void> {
    let end: TurnEnd;
    try {
      end = await work(turn);
      // The person is told the reason, not that somebody interrupted.
      if (this.#unwritable !== undefined) end = failedWith(this.#unwritable);
    } catch (error) {
      turn.controller.abort({ type: 'discarded', why: 'the turn failed' } satisfies AbortReason);
      end = failedWith(error);
    }
    this.#settle(turn, end);
  }

  /** Closes the turn and goes on with what was queued meanwhile, unless the person stopped it or it failed. */
  #settle({ turnId }: RunningTurn, end: TurnEnd): void {
    const { view, append, beforeEnd, onIdle } = this.#options;
    const goesOn = (end.outcome === 'completed' && end.waits !== true) || end.outcome === 'denied' || end.sendsOn === true;
    try {
      beforeEnd();
      for (const event of failureNotices(end)) append(event);
      // Whoever hears of the end may start the next turn.
      this.#running = undefined;
      append(turnEnded(turnId, end));
      if (!goesOn) return;
      if (this.#running || view.queued.length === 0) onIdle();
      else if (!this.#closed) this.#startAnswer(this.#queuedMessages());
    } catch {
      // The log can't be written any more, which is why the turn ended; the next message will say so again.
      this.#running = undefined;
    }
  }

  #queuedMessages(): Prompt[] {
    return this.#options.view.queued.map((message) => ({ ...message, origin: 'queued' }));
  }
}

function failedWith(error: unknown): TurnEnd {
  return { outcome: 'failed', error: error instanceof Error ? error.message : String(error), action: 'retry' };
}
