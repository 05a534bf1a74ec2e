import { z } from 'zod';
import type { PtyLaunch } from './pty.ts';

/** Messages to the host are lists of these. `id`: a terminal; never reused. */
export type PtyHostOrder =
  | { readonly type: 'spawn'; readonly id: number; readonly launch: PtyLaunch }
  | { readonly type: 'write'; readonly id: number; readonly data: string }
  | { readonly type: 'resize'; readonly id: number; readonly cols: number; readonly rows: number }
  | { readonly type: 'pause' | 'resume'; readonly id: number }
  /** Answered by `pong`. */
  | { readonly type: 'ping' }
  /** From an Electron host, for each message of the process (`engine-channel.ts`). */
  | { readonly type: 'received' };

/** Messages from the host are lists of these. */
const noticeSchema = z.discriminatedUnion('type', [
  /** The host is ready. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('spawned'), id: z.number(), pid: z.number() }),
  z.object({ type: z.literal('failed'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('data'), id: z.number(), bytes: z.instanceof(Uint8Array).transform(toBuffer) }),
  /** Sent after all data of the terminal. */
  z.object({ type: z.literal('exit'), id: z.number(), exitCode: z.number(), signal: z.number() }),
]);

/** Electron's ports turn buffers into plain arrays. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export type PtyHostNotice = z.output<typeof noticeSchema>;
export const ptyHostMessageSchema = z.array(noticeSchema);
