import { z } from 'zod';

/** The envelopes on the one message port between a window and the engine, whatever carries them. */
export const requestMessageSchema = z.strictObject({
  id: z.number().int().nonnegative(),
  command: z.string().max(100),
  input: z.unknown(),
});
export type RequestMessage = z.infer<typeof requestMessageSchema>;

/** Codes a window can act on; the message is for people. */
export const ERROR_CODES = ['unknown_command', 'invalid_input', 'not_found', 'conflict', 'refused', 'unavailable', 'internal'] as const;

export const wireErrorSchema = z.object({ code: z.enum(ERROR_CODES), message: z.string() });
export type WireError = z.infer<typeof wireErrorSchema>;

export const responseMessageSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), output: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: wireErrorSchema }),
]);
export type ResponseMessage = z.infer<typeof responseMessageSchema>;

export const pushMessageSchema = z.object({ push: z.string(), payload: z.unknown() });
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** The bridge a window finds as `window.gatehouse`, from the preload script or the web host's socket. */
export interface Bridge {
  /** Structured-clonable both ways. Rejects only when the transport is gone. */
  request(message: RequestMessage): Promise<ResponseMessage>;
  /** Returns the unsubscribe function. */
  onPush(listener: (message: PushMessage) => void): () => void;
  /** `true` while connected; a listener hears changes. Electron is always connected. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /** Absolute path of a dropped folder, or `null` where the host hides it. */
  pathForFile(file: unknown): string | null;
}
