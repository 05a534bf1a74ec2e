import { z } from 'zod';
import type { PtyLaunch } from './pty.ts';

/** Messages to the host are lists of these. `id`: a terminal; never reused. */
export type PtyHostOrder =
  | { readonly type: 'spawn'; readonly id: number; readonly launch: PtyLaunch }
  | { readonly type: 'write'; readonly id: number; readonly data: string }
  | { readonly type: 'resize'; readonly id: number; readonly cols: number; readonly rows: number }
  | { readonly type: 'pause' | 'resume'; readonly id: number }
  /** Answered by `pong`. */
  | { readonly type: 'ping' };

/** Messages from the host are lists of these. */
const noticeSchema = z.discriminatedUnion('type', [
  /** The host is ready. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('spawned'), id: z.number(), pid: z.number() }),
  z.object({ type: z.literal('failed'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('data'), id: z.number(), bytes: z.instanceof(Buffer) }),
  /** Sent after all data of the terminal. */
  z.object({ type: z.literal('exit'), id: z.number(), exitCode: z.number(), signal: z.number() }),
]);
export type PtyHostNotice = z.output<typeof noticeSchema>;
export const ptyHostMessageSchema = z.array(noticeSchema);
