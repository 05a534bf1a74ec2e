import { AppError } from '#shared/contract/app-error.ts';
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/commands.ts';
import type { Bridge, ResponseMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';
import { errorMessage } from '#shared/error-message.ts';

/** Validates main's messages, in development and tests only: a shipped window trusts main. */
export interface ContractCheck {
  output(name: CommandName, output: unknown): void;
  push(name: string, payload: unknown): void;
}

type Confirm = (send: () => Promise<ResponseMessage>) => Promise<ResponseMessage>;

/** The window's end of the port, typed by the contract. */
export class Client {
  readonly #bridge: Bridge;
  readonly #check: ContractCheck | undefined;
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();
  #lastId = 0;
  #beforeAnswer: () => void = () => {};
  #confirm: Confirm = (send) => send();

  constructor(bridge: Bridge, check?: ContractCheck) {
    this.#bridge = bridge;
    this.#check = check;
    bridge.onPush((message) => {
      this.#check?.push(message.push, message.payload);
      for (const listener of this.#listeners.get(message.push) ?? []) listener(message.payload as never);
    });
  }

  /** @throws AppError main's own error, or `unavailable` when disconnected. */
  async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    const send = (): Promise<ResponseMessage> => this.#send(name, input);
    const first = await send();
    const response = first.ok || first.error.code !== 'unconfirmed' ? first : await this.#confirm(send);
    if (!response.ok) throw new AppError(response.error.code, response.error.message);
    this.#check?.output(name, response.output);
    return response.output as CommandOutput<N>;
  }

  async #send(command: CommandName, input: unknown): Promise<ResponseMessage> {
    this.#lastId += 1;
    const response = await this.#bridge.request({ id: this.#lastId, command, input }).catch((cause: unknown) => {
      throw new AppError('unavailable', errorMessage(cause), { cause });
    });
    this.#beforeAnswer();
    return response;
  }

  /** `confirm` asks the person about a command that `send` sends, and sends it again. Only one can be registered. */
  confirmedBy(confirm: Confirm): void {
    this.#confirm = confirm;
  }

  /** Returns the unsubscribe function. */
  on<N extends PushName>(name: N, listener: (payload: PushPayload<N>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** `listener` runs before each response is resolved. Only one can be registered. */
  beforeAnswers(listener: () => void): void {
    this.#beforeAnswer = listener;
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    return this.#bridge.onConnection(listener);
  }

  pathForFile(file: File): string | null {
    return this.#bridge.pathForFile(file);
  }
}

let current: Client | undefined;

/** Called once by the entry point, before anything renders. */
export function installClient(client: Client): void {
  current = client;
}

export function client(): Client {
  if (!current) throw new Error('Call installClient before using the client');
  return current;
}

/** Shorthand for `client().call`. */
export function call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  return client().call(name, input);
}
