import { AppError, toWireError } from '#shared/contract/app-error.ts';
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/commands.ts';
import { pushMessage, type Bridge, type PushMessage, type RequestMessage, type ResponseMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent } from '#shared/session/fold.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import type { SessionView } from '#shared/session/view.ts';

/** The one session of a story. */
export const SESSION_ID = 'session-1';

export type Played = NewSessionEvent | { readonly frame: SessionFrame };
export type Handlers = { readonly [N in CommandName]?: (input: CommandInput<N>) => CommandOutput<N> | Promise<CommandOutput<N>> };

/** The engine's end of the contract, answered from memory. Folds its session as the engine does, so window and host agree. */
export class FakeHost implements Bridge {
  readonly view: SessionView;
  readonly #handlers = new Map<string, (input: unknown) => unknown>();
  readonly #pushListeners = new Set<(message: PushMessage) => void>();
  readonly #connectionListeners = new Set<(connected: boolean) => void>();

  constructor(view: SessionView) {
    this.view = view;
  }

  handle(handlers: Handlers): void {
    for (const [name, handler] of Object.entries(handlers)) this.#handlers.set(name, handler as (input: unknown) => unknown);
  }

  async request({ id, command, input }: RequestMessage): Promise<ResponseMessage> {
    try {
      const handler = this.#handlers.get(command);
      if (!handler) throw new AppError('unknown_command', `The fake host doesn't answer ${command}`);
      return { id, ok: true, output: await handler(input) };
    } catch (error) {
      return { id, ok: false, error: toWireError(error) };
    }
  }

  /** Appends an event and pushes it, or pushes a frame. */
  play(what: Played): void {
    if ('frame' in what) this.#push('session.frames', { sessionId: SESSION_ID, frames: [what.frame] });
    else this.#push('session.events', { sessionId: SESSION_ID, events: [append(this.view, what, Date.now())] });
  }

  loseConnection(): void {
    for (const listener of this.#connectionListeners) listener(false);
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#pushListeners.add(listener);
    return () => this.#pushListeners.delete(listener);
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    listener(true);
    return () => this.#connectionListeners.delete(listener);
  }

  pathForFile(): null {
    return null;
  }

  #push<N extends PushName>(push: N, payload: PushPayload<N>): void {
    for (const listener of this.#pushListeners) listener(pushMessage(push, payload));
  }
}

/** Folds an event into `view` as the next of its log. `at`: epoch milliseconds. */
export function append(view: SessionView, event: NewSessionEvent, at: number): SessionEvent {
  const seq = view.seq + 1;
  const stored = { ...event, id: `event-${seq}`, seq, at };
  applyEvent(view, stored);
  return stored;
}
