import type { CommandName, CommandOutput } from '#shared/contract/commands.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import type { EnginePort } from '#main/host/engine-port.ts';

/** An engine that answers from a table and pushes on demand. */
export class FakeEngine implements EnginePort {
  readonly handled: { command: string; input: unknown; windowId: string }[] = [];
  readonly #listeners = new Set<(message: PushMessage) => void>();
  answer: (command: string, input: unknown) => unknown = () => ({});

  handle<N extends CommandName>(command: N, input: unknown, window: { windowId: string }): Promise<CommandOutput<N>> {
    this.handled.push({ command, input, windowId: window.windowId });
    return Promise.resolve().then(() => this.answer(command, input) as CommandOutput<N>);
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  push(message: PushMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  readonly refusals: Refusal[] = [];

  refused(refusal: Refusal): void {
    this.refusals.push(refusal);
  }

  readonly closedWindows: string[] = [];

  windowClosed({ windowId }: { windowId: string }): void {
    this.closedWindows.push(windowId);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
