import { z } from 'zod';
import type { PushName, PushPayload } from './pushes.ts';

/** Messages on the port between a window and the engine, over any transport. */
export const requestMessageSchema = z.strictObject({
  id: z.number().int().nonnegative(),
  command: z.string().max(100),
  input: z.unknown(),
});
export type RequestMessage = z.infer<typeof requestMessageSchema>;

/**
 * Error codes a window can act on; the message is for people. `unconfirmed`: it is the address of a page that asks the person; once they
 * have confirmed, the same command succeeds.
 */
const ERROR_CODES = [
  'unknown_command',
  'invalid_input',
  'not_found',
  'conflict',
  'refused',
  'unconfirmed',
  'unavailable',
  'internal',
] as const;

export interface WireError {
  readonly code: (typeof ERROR_CODES)[number];
  readonly message: string;
}

export type ResponseMessage =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly error: WireError };

export type PushMessage = { [N in PushName]: { readonly push: N; readonly payload: PushPayload<N> } }[PushName];

export function pushMessage<N extends PushName>(push: N, payload: PushPayload<N>): PushMessage {
  // The compiler can't correlate a name with its payload here.
  return { push, payload } as PushMessage;
}

/** The bridge exposed as `window.gatehouse` by the preload script or the web host's socket. */
export interface Bridge {
  /** Structured-clonable both ways. Rejects only when the transport is gone. */
  request(message: RequestMessage): Promise<ResponseMessage>;
  /** Returns the unsubscribe function. */
  onPush(listener: (message: PushMessage) => void): () => void;
  /** Whether the engine can be reached, with a listener for changes. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /** Absolute path of a dropped folder; `null` if the host hides it. */
  pathForFile(file: unknown): string | null;
}
