import { z } from 'zod';
import { permissionModeSchema } from '../../permission/mode.ts';
import { MAX_PACK_RULES } from '../../permission/rule-pack.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleEditSchema } from '../../permission/rule.ts';
import { ruleListSchema } from '../project.ts';
import { ruleTextSchema } from '../rules.ts';
import { projectDir, sessionId } from './fields.ts';

/** Permission rules. */
export const ruleCommands = {
  'rules.list': { input: z.strictObject({ projectDir, sessionId: sessionId.optional() }), output: ruleListSchema },
  /** Whether the call of a pending request would be allowed by now, and by which rules, mode and folders. It waits for a person all the same. */
  'rules.allowing': {
    input: z.strictObject({ projectDir, sessionId, askId: z.string().max(1000) }),
    output: z.object({
      allowed: z.boolean(),
      texts: z.array(z.string()),
      mode: permissionModeSchema.optional(),
      folders: z.array(z.string()),
    }),
  },
  /** How many requests wait in the project, without the named ones, that a draft of allow rules would answer. */
  'rules.answering': {
    input: z.strictObject({
      projectDir,
      sessionId,
      askIds: z.array(z.string().max(1000)).max(1000),
      texts: z.array(ruleTextSchema).min(1).max(20),
      destination: ruleDestinationSchema,
    }),
    output: z.object({ count: z.number().int() }),
  },
  /** Adds, moves, edits, disables and deletes rules. `undo`: the edits that revert this. `answered`: how many pending requests it answered. */
  'rules.change': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), edits: z.array(ruleEditSchema).min(1).max(MAX_PACK_RULES) }),
    output: z.object({ list: ruleListSchema, undo: z.array(ruleEditSchema), answered: z.number().int() }),
  },
  /**
   * Checks a draft as it is typed. `destination`: where it would be saved. `ask`: the pending request that the rule is for, and the `others`
   * that the same answer would save. `among`: the rules that it is compared with, without the one whose id is `replaces`.
   */
  'rules.check': {
    input: z.strictObject({
      text: z.string().max(10_000),
      behavior: ruleBehaviorSchema,
      destination: ruleDestinationSchema.optional(),
      ask: z
        .strictObject({
          projectDir,
          sessionId,
          askId: z.string().max(1000),
          destination: ruleDestinationSchema,
          others: z.array(z.string().max(10_000)).max(MAX_PACK_RULES).optional(),
        })
        .optional(),
      among: z.strictObject({ projectDir, sessionId: sessionId.optional(), replaces: z.string().max(200).optional() }).optional(),
    }),
    output: z.object({
      sentence: z.string(),
      diagnostics: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), message: z.string() })),
    }),
  },
} as const;
