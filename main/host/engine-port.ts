import type { CommandName, CommandOutput, Commands, ParsedInput } from '#shared/contract/commands.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import type { PushMessage } from '#shared/contract/message.ts';

/** Which window a request came from. */
export interface WindowRef {
  readonly windowId: string;
}

/** Carries out one command. Rejects with an `AppError` for anything the window should show. */
export type Handler<N extends CommandName> = (input: ParsedInput<N>, window: WindowRef) => CommandOutput<N> | Promise<CommandOutput<N>>;

/** The handlers of a file of commands: one each, and no other. */
export type Handlers<Contract extends Partial<Commands> = Commands> = { readonly [N in keyof Contract & CommandName]: Handler<N> };

/** Everything a host needs from the engine. */
export interface EnginePort {
  handle<N extends CommandName>(command: N, input: ParsedInput<N>, window: WindowRef): Promise<CommandOutput<N>>;
  /** Messages the engine sends unasked, in order. Returns the unsubscribe function. */
  onPush(listener: (message: PushMessage) => void): () => void;
  /** Called when the engine can't be reached any more, and when it can again. Absent: it lives as long as its host. */
  onConnection?(listener: (connected: boolean) => void): () => void;
  /** A message of a window was refused, which is recorded. */
  refused(refusal: Refusal): void;
  /** A window has closed, so it no longer holds anything back. */
  windowClosed(window: WindowRef): void;
  dispose(): void | Promise<void>;
}
