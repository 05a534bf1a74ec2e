import { z } from 'zod';
import { ruleBehaviorSchema, ruleDestinationSchema } from './rule.ts';

/** The modes that a hook may set: none that skips a question only a person may answer. */
export const CHOSEN_MODES = ['default', 'acceptEdits', 'plan', 'dontAsk'] as const;

const rules = z.array(z.string().min(1)).min(1).max(50);
const directories = z.array(z.string().min(1).max(4096)).min(1).max(50);
const destination = ruleDestinationSchema;

/** What an answer changes besides its call. Updates can add deny and ask rules but never remove them. */
export const permissionUpdateSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_rules'), behavior: ruleBehaviorSchema, rules, destination }),
  z.object({ type: z.literal('remove_rules'), behavior: z.literal('allow'), rules, destination }),
  /** Replaces all existing allow rules. */
  z.object({ type: z.literal('replace_rules'), behavior: z.literal('allow'), rules, destination }),
  z.object({ type: z.literal('add_directories'), directories, destination }),
  z.object({ type: z.literal('remove_directories'), directories, destination }),
  z.object({ type: z.literal('set_mode'), mode: z.enum(CHOSEN_MODES) }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdateSchema>;
/** Only a person may allow a line unseen; it lasts as long as the session. */
export interface UnseenLine {
  readonly type: 'allow_unseen';
  /** The exact rule for the line. */
  readonly rule: string;
  /** Where it runs, absolute. */
  readonly folder: string;
}
/** An update that is stored in the session or in a settings file. */
export type StoredPermissionUpdate = Exclude<PermissionUpdate, { type: 'set_mode' }> | UnseenLine;
