import { randomUUID } from 'node:crypto';
import { errorMessage } from '#shared/error-message.ts';
import { abortReasonOf, type AbortReason } from '#main/executor/abort.ts';
import { promptEvents, type Prompt } from './prompt.ts';
import type { SessionServices } from './session-services.ts';
import { failureNotices, turnEnded, type TurnEnd } from '../turn/turn-end.ts';

export interface RunningTurn {
  readonly turnId: string;
  /** Aborts the answer and its calls. */
  readonly controller: AbortController;
  /** Aborts the answer only; calls end as far as they can be interrupted. */
  readonly sendNow: AbortController;
  readonly done: Promise<void>;
}

/** Body of a turn. If it throws, the turn has failed. */
export type TurnWork = (turn: RunningTurn) => Promise<TurnEnd>;

export interface SessionTurnsOptions {
  readonly services: SessionServices;
  /** Body of a turn that starts with messages, or with none when there is something to report. */
  readonly answer: (turn: RunningTurn, messages: readonly Prompt[]) => Promise<TurnEnd>;
  /** Cancels calls that only read or haven't started, because a message goes out now. */
  readonly interruptForSend: () => void;
  /** Called before the events that end a turn are appended. */
  readonly beforeEnd: () => void;
  /** A turn completed and no message is queued. */
  readonly onIdle: () => void;
}

/** Runs the turns of a session one after another: logs start and end, and sends messages queued meanwhile in the next turn. */
export class SessionTurns {
  readonly #options: SessionTurnsOptions;
  #running: RunningTurn | undefined;
  #closed = false;
  /** Message sent after the user stopped the running turn, which still has to end. */
  #sentAfterStop: string | undefined;
  /** Messages that waited when one of them was sent alone: they wait until the person sends them, or another message. */
  #heldBack: ReadonlySet<string> = new Set();
  /** Error of a log that could not be written during the running turn. */
  #unwritable: unknown;

  constructor(options: SessionTurnsOptions) {
    this.#options = options;
  }

  get running(): RunningTurn | undefined {
    return this.#running;
  }

  /**
   * Starts a turn with all queued messages and this one. While a turn runs, the message is queued; `now` makes that turn end early.
   * Sent after the user stopped that turn, it goes out as soon as the turn has ended.
   */
  send(message: Omit<Prompt, 'origin'>, now: boolean): { queued: boolean } {
    const running = this.#running;
    this.#heldBack = new Set();
    if (!running) {
      this.#startAnswer([...this.#queuedMessages(), { ...message, origin: 'prompt' }]);
      return { queued: false };
    }
    const { services, interruptForSend } = this.#options;
    services.append({ type: 'user.queued', data: message });
    const { signal } = running.controller;
    if (signal.aborted && abortReasonOf(signal).type === 'interrupt') this.#sentAfterStop = message.messageId;
    if (now) {
      // Calls first: none may start when the answer ends.
      interruptForSend();
      running.sendNow.abort({ type: 'send' } satisfies AbortReason);
    }
    return { queued: true };
  }

  /** Starts a turn with one queued message; the others wait beyond its end. Does nothing if it is no longer queued. */
  sendQueued(messageId: string): void {
    const { queued } = this.#options.services.view;
    const message = queued.find((one) => one.messageId === messageId);
    if (!message) return;
    this.#heldBack = new Set(queued.flatMap((one) => (one === message ? [] : one.messageId)));
    this.#startAnswer([{ ...message, origin: message.scheduled ? 'scheduled' : 'prompt' }]);
  }

  /** Starts a turn with prompts that are due. @returns `false` while a turn runs, and once closed. */
  sendScheduled(prompts: readonly { readonly messageId: string; readonly text: string }[]): boolean {
    if (this.#running || this.#closed) return false;
    this.#startAnswer(prompts.map((prompt) => ({ ...prompt, scheduled: true, origin: 'scheduled' })));
    return true;
  }

  /** Starts a turn without a message, to report background work. Does nothing once closed. */
  startReport(): void {
    if (!this.#closed) this.#startAnswer([]);
  }

  /** Starts a turn with another body. */
  start(work: TurnWork): void {
    this.#start([], work);
  }

  /** Stops the running turn because the log can't be written. */
  unwritable(error: unknown): void {
    this.#unwritable ??= error;
    this.#running?.controller.abort({ type: 'discarded', why: 'the session could not be written' } satisfies AbortReason);
  }

  /** No further turn starts. */
  close(): void {
    this.#closed = true;
  }

  #startAnswer(messages: readonly Prompt[]): void {
    this.#start(messages, (turn) => this.#options.answer(turn, messages));
  }

  #start(messages: readonly Prompt[], work: TurnWork): void {
    const { view, append, hooks } = this.#options.services;
    this.#unwritable = undefined;
    this.#sentAfterStop = undefined;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const turn = { turnId: randomUUID(), controller: new AbortController(), sendNow: new AbortController(), done };
    // Set before the first event, so that its listeners see the turn as running.
    this.#running = turn;
    try {
      append({ type: 'turn.started', data: { turnId: turn.turnId } });
      // Messages that may still be rejected are queued until they are checked.
      const checked = hooks?.runner.has('UserPromptSubmit') === true;
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
      // Report the log's error rather than the interruption it caused.
      if (this.#unwritable !== undefined) end = failedWith(this.#unwritable);
    } catch (error) {
      turn.controller.abort({ type: 'discarded', why: 'the turn failed' } satisfies AbortReason);
      end = failedWith(error);
    }
    this.#settle(turn, end);
  }

  /** Ends the turn and sends the queued messages, unless all are held back, it failed, or the user stopped it and sent nothing since. */
  #settle({ turnId }: RunningTurn, end: TurnEnd): void {
    const { services, beforeEnd, onIdle } = this.#options;
    const { view, append } = services;
    const sentSince = end.outcome !== 'failed' && view.queued.some(({ messageId }) => messageId === this.#sentAfterStop);
    const goesOn = (end.outcome === 'completed' && end.waits !== true) || end.outcome === 'denied' || end.sendsOn === true || sentSince;
    try {
      beforeEnd();
      for (const event of failureNotices(end)) append(event);
      // Listeners of the end may start the next turn.
      this.#running = undefined;
      append(turnEnded(turnId, end));
      if (!goesOn) return;
      if (this.#running || view.queued.length === 0) onIdle();
      else if (!this.#closed && view.queued.some(({ messageId }) => !this.#heldBack.has(messageId)))
        this.#startAnswer(this.#queuedMessages());
    } catch {
      // The log can't be written, which is why the turn ended; the next message fails with the same error.
      this.#running = undefined;
    }
  }

  #queuedMessages(): Prompt[] {
    return this.#options.services.view.queued.map((message) => ({ ...message, origin: message.scheduled ? 'scheduled' : 'queued' }));
  }
}

function failedWith(error: unknown): TurnEnd {
  return { outcome: 'failed', error: errorMessage(error), action: 'retry' };
}
