import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/commands.ts';
import { pushMessage, type Bridge, type PushMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';

export type PaneHandlers = { readonly [N in CommandName]?: (input: CommandInput<N>) => CommandOutput<N> | Promise<CommandOutput<N>> };

/** A bridge without a host: functions answer requests, and callers push messages. */
export class PaneBridge implements Bridge {
  readonly #handlers: PaneHandlers;
  readonly #listeners = new Set<(message: PushMessage) => void>();

  constructor(handlers: PaneHandlers) {
    this.#handlers = handlers;
  }

  async request(message: Parameters<Bridge['request']>[0]): ReturnType<Bridge['request']> {
    const handler = this.#handlers[message.command as CommandName] as ((input: unknown) => unknown) | undefined;
    if (!handler)
      return { id: message.id, ok: false, error: { code: 'unknown_command', message: `The fake host doesn't know ${message.command}` } };
    return { id: message.id, ok: true, output: await handler(message.input) };
  }

  push<N extends PushName>(push: N, payload: PushPayload<N>): void {
    for (const listener of this.#listeners) listener(pushMessage(push, payload));
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    listener(true);
    return () => {};
  }

  pathForFile(): null {
    return null;
  }
}
