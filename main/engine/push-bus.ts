import { pushMessage, type PushMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';

/** Messages the engine sends unasked, to every window's port. */
export class PushBus {
  readonly #listeners = new Set<(message: PushMessage) => void>();

  send<N extends PushName>(push: N, payload: PushPayload<N>): void {
    const message = pushMessage(push, payload);
    for (const listener of this.#listeners) listener(message);
  }

  /** Returns the unsubscribe function. */
  listen(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
