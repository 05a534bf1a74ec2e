import { z } from 'zod';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import type { CommandName } from '#shared/contract/commands.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import type { PushMessage, WireError } from '#shared/contract/message.ts';

/** Messages from main to the engine's process. */
export type EngineOrder =
  /** The first one. `demoDirs`: copies of the demo that an engine before has made. */
  | { readonly type: 'start'; readonly keychain: KeychainKey; readonly demoDirs: readonly string[] }
  | { readonly type: 'request'; readonly id: number; readonly command: CommandName; readonly input: unknown; readonly windowId: string }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'windowClosed'; readonly windowId: string }
  /** Answered by the end of the process. */
  | { readonly type: 'dispose' }
  /** From the process that holds terminals with this id, unparsed. */
  | { readonly type: 'ptyNotices'; readonly ptyHost: number; readonly notices: unknown }
  | { readonly type: 'ptyEnded'; readonly ptyHost: number };

/** Messages from the engine's process to main. */
const noticeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), version: z.string() }),
  /** The engine can't start, for a reason that a person can do something about. */
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('answer'), id: z.number(), output: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.custom<WireError>(isObject) }),
  /** Of one turn of the event loop. */
  z.object({ type: z.literal('pushes'), pushes: z.custom<readonly PushMessage[]>(Array.isArray) }),
  /** Only main can start processes that hold terminals. `ptyHost`: never reused. */
  z.object({ type: z.literal('ptyStart'), ptyHost: z.number() }),
  z.object({ type: z.literal('ptyOrders'), ptyHost: z.number(), orders: z.unknown() }),
  z.object({ type: z.literal('ptyKill'), ptyHost: z.number() }),
]);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

export type EngineNotice = z.output<typeof noticeSchema>;

/** `undefined`: from a process of another version. */
export function parseEngineNotice(message: unknown): EngineNotice | undefined {
  return noticeSchema.safeParse(message).data;
}
