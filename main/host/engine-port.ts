import type { CommandName } from '#shared/contract/commands.ts';
import type { PushMessage } from '#shared/contract/message.ts';

/** Which window a request came from. */
export interface WindowRef {
  readonly windowId: string;
}

/** All a host needs from the engine: one door in, one door out. */
export interface EnginePort {
  /** `input` has been parsed by the command's schema. Rejects with an `AppError` for anything a window should be told about. */
  handle(command: CommandName, input: unknown, window: WindowRef): Promise<unknown>;
  /** Everything the engine sends on its own, in order. Returns the unsubscribe function. */
  onPush(listener: (message: PushMessage) => void): () => void;
  /** A window is gone: nothing waits for it any more. */
  windowClosed(window: WindowRef): void;
  dispose(): void | Promise<void>;
}
