import { z } from 'zod';
import { permissionModeSchema } from '../../permission/mode.ts';
import { MAX_PACK_BYTES } from '../../permission/rule-pack.ts';
import { ruleDestinationSchema, ruleSourceSchema } from '../../permission/rule.ts';
import { readPackSchema, replaySchema, ruleSetSchema } from '../rule-sets.ts';
import { backtestSchema, MAX_BACKTEST_LIMIT } from '../rules.ts';
import { projectDir, savedTextSchema, sessionId } from './fields.ts';

/** Sets of rules: packs, and replaying a session's calls with them. Nothing here changes a rule. */
export const packCommands = {
  /** The packs in the project folder. */
  'packs.list': {
    input: z.strictObject({ projectDir }),
    output: z.object({
      packs: z.array(
        z.object({
          fileName: z.string(),
          name: z.string(),
          description: z.string(),
          rules: z.number().int(),
          problem: z.string().optional(),
        }),
      ),
    }),
  },
  /** Reads a pack, or the rules of a settings file, and compares each rule with those in force. */
  'packs.read': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      from: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('repository'), fileName: z.string().min(1).max(255) }),
        z.strictObject({ type: z.literal('text'), fileName: z.string().max(255), text: z.string().max(MAX_PACK_BYTES) }),
      ]),
      destination: ruleDestinationSchema,
    }),
    output: readPackSchema,
  },
  /** What a set of rules would change in the project's latest calls. */
  'packs.backtest': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      set: ruleSetSchema,
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(2000),
    }),
    output: backtestSchema,
  },
  /** The rules of these sources as a pack. */
  'packs.export': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      sources: z.array(ruleSourceSchema).min(1).max(10),
      name: z.string().trim().min(1).max(100),
      description: z.string().max(2000),
    }),
    output: savedTextSchema,
  },
  /** Decides the calls of a session again. `mode`: the permission mode for all of them; absent: each call's own at the time. */
  'rules.replay': {
    input: z.strictObject({ projectDir, sessionId, set: ruleSetSchema, mode: permissionModeSchema.optional() }),
    output: replaySchema,
  },
} as const;
