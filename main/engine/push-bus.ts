import type { PushMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';

/** Everything the engine sends on its own, to every window's port. */
export class PushBus {
  readonly #listeners = new Set<(message: PushMessage) => void>();

  send<N extends PushName>(push: N, payload: PushPayload<N>): void {
    for (const listener of this.#listeners) listener({ push, payload });
  }

  /** Returns the unsubscribe function. */
  listen(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
