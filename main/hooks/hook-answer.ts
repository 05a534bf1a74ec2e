import { z } from 'zod';
import { permissionUpdatesSchema } from './permission-updates.ts';

const input = z.record(z.string(), z.unknown());

const permissionAnswerSchema = z.discriminatedUnion('behavior', [
  z.looseObject({ behavior: z.literal('allow'), updatedInput: input.optional(), updatedPermissions: permissionUpdatesSchema.optional() }),
  z.looseObject({ behavior: z.literal('deny'), message: z.string().optional(), interrupt: z.boolean().optional() }),
]);
/** A PermissionRequest hook's answer on behalf of the user. */
export type PermissionAnswer = z.output<typeof permissionAnswerSchema>;

const specificSchema = z.looseObject({
  hookEventName: z.string(),
  permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']).optional(),
  permissionDecisionReason: z.string().optional(),
  updatedInput: input.optional(),
  additionalContext: z.string().optional(),
  decision: permissionAnswerSchema.optional(),
  updatedToolOutput: z.unknown().optional(),
  updatedMCPToolOutput: z.unknown().optional(),
  retry: z.boolean().optional(),
});

/** Output of a hook, as far as Gatehouse reads it. Unknown fields are ignored. */
export const hookAnswerSchema = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  systemMessage: z.string().optional(),
  decision: z.string().optional(),
  reason: z.string().optional(),
  hookSpecificOutput: specificSchema.optional(),
});
export type HookAnswer = z.output<typeof hookAnswerSchema>;
