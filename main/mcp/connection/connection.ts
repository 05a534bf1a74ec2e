import type { ElicitationAnswer } from '#main/tool/services/elicitation.ts';

/** A server's answer to a call. Its parts are validated where they are used. */
export interface RawCallResult {
  readonly content: readonly unknown[];
  readonly structuredContent: unknown;
  readonly isError: boolean;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

export interface CallOptions {
  /** Asked for input by the server while the call runs. Absent: the server learns that nobody answers. */
  readonly onElicit?: ((elicitation: unknown, signal: AbortSignal) => Promise<ElicitationAnswer>) | undefined;
  readonly signal: AbortSignal;
  /** Limits in milliseconds: without progress, and in total. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly onProgress: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

/** An open connection to a server, over any transport. Promises reject with a `ServerError`. */
export interface McpConnection {
  readonly protocolVersion: string;
  readonly offers: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean };
  /** What the server says about its use, as it says it. */
  readonly instructions: string;
  /** All pages. */
  listTools(): Promise<readonly unknown[]>;
  callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<RawCallResult>;
  listResources(signal: AbortSignal): Promise<readonly unknown[]>;
  readResource(uri: string, signal: AbortSignal): Promise<readonly unknown[]>;
  /** All pages. */
  listPrompts(): Promise<readonly unknown[]>;
  /** The messages of a prompt. */
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Notifies the server that its roots (the folders it may work in) have changed. */
  rootsChanged(): void;
  close(): Promise<void>;
}

/**
 * `lost`: the connection is gone. `sign_in`: the server refuses the request until a person signs in. `timeout`: no answer in time. `answered`: the server
 * reported an error. The message is for people and models, bounded and without invisible characters.
 */
export class ServerError extends Error {
  readonly kind: 'lost' | 'sign_in' | 'timeout' | 'answered';

  constructor(kind: ServerError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
    this.kind = kind;
  }
}
