import type { McpConnection, ServerError } from '../connection/connection.ts';
import type { ToolDefinition } from '../tools/tool-definition.ts';

export type ServerState =
  | { readonly kind: 'idle' }
  /** `attempt`: number of the reconnection attempt; 0 for the first start. */
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'connected'; readonly protocolVersion: string }
  /** `needsSignIn`: it refuses until a person signs in. */
  | { readonly kind: 'failed'; readonly reason: string; readonly stderr: string; readonly needsSignIn: boolean }
  | { readonly kind: 'stopped' };

export type RefreshOutcome = { readonly status: 'refreshed' } | { readonly status: 'error' | 'not_connected'; readonly error: string };

/** Why there is no connection to use, as a sentence. */
export function notConnected(state: ServerState): string {
  switch (state.kind) {
    case 'failed':
      return `It isn’t connected: ${state.reason}`;
    case 'connecting':
      return 'It is still connecting.';
    default:
      return 'It isn’t connected.';
  }
}

/** The end of a server's error output, for a message. */
export function lastWords({ kind }: ServerError, readStderr: () => string): string {
  const stderr = kind === 'answered' ? '' : readStderr();
  return stderr === '' ? '' : `\nThe end of its error output:\n${stderr.slice(-2000)}`;
}

export interface McpServerOptions {
  readonly name: string;
  /** Digest of everything it was started with. */
  readonly key: string;
  /** Over the network: reconnected in the background. A child process is restarted on its next use instead. */
  readonly isRemote: boolean;
  readonly callMs: number;
  readonly idleMs: number;
  /** Opens a connection. @throws ServerError */
  readonly connect: (listener: ConnectionListener) => Promise<McpConnection>;
  /** State or tools have changed. */
  readonly onChange: () => void;
  /** Tools were listed. Awaited before they are offered. */
  readonly onListed: (tools: readonly ToolDefinition[]) => Promise<void>;
  /** Delays between attempts in milliseconds; for tests. */
  readonly delays?: readonly number[];
}

export interface ConnectionListener {
  readonly signal: AbortSignal;
  readonly onToolsChanged: () => void;
  readonly onLost: (why: string) => void;
  readonly onStderr: (read: () => string) => void;
}
