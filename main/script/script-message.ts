import { z } from 'zod';
import type { RealmLimits } from './process/realm.ts';

/** Orders to the script's process, a line of JSON each. The process trusts them. */
export type ScriptOrder =
  | { readonly type: 'open'; readonly names: readonly string[]; readonly limits: RealmLimits }
  /** `code`: an expression whose value is a function. `args`: JSON. */
  | { readonly type: 'run'; readonly code: string; readonly args?: string }
  /** `json`: the value, or `{message, data?}` of the error. */
  | { readonly type: 'answer'; readonly id: number; readonly ok: boolean; readonly json: string; readonly spent?: number };

/** Messages of the script's process, a line of JSON each. The process counts as hostile. */
export const scriptMessageSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('ready') }),
    /** The process could not be locked down. */
    z.strictObject({ type: z.literal('unsafe'), why: z.string().max(1000) }),
    z.strictObject({
      type: z.literal('call'),
      id: z.number().int().positive(),
      name: z.string().max(200),
      input: z.record(z.string(), z.unknown()),
    }),
    z.strictObject({ type: z.literal('log'), level: z.enum(['log', 'warn', 'error', 'phase']), text: z.string() }),
    z.strictObject({ type: z.literal('done'), ok: z.boolean(), value: z.string() }),
  ]),
);
export type ScriptMessage = z.output<typeof scriptMessageSchema>;
