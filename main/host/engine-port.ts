import type { CommandName } from '#shared/contract/commands.ts';
import type { PushMessage } from '#shared/contract/message.ts';

/** Which window a request came from. */
export interface WindowRef {
  readonly windowId: string;
}

/** Everything a host needs from the engine. */
export interface EnginePort {
  /** `input` has been parsed by the command's schema. Rejects with an `AppError` for anything the window should show. */
  handle(command: CommandName, input: unknown, window: WindowRef): Promise<unknown>;
  /** Messages the engine sends unasked, in order. Returns the unsubscribe function. */
  onPush(listener: (message: PushMessage) => void): () => void;
  /** A window has closed, so it no longer holds anything back. */
  windowClosed(window: WindowRef): void;
  dispose(): void | Promise<void>;
}
