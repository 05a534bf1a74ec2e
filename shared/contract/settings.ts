import { z } from 'zod';
import { ruleSourceSchema } from '../permission/rule.ts';

/** Settings files that can be edited. */
export const settingsDestinationSchema = z.enum(['user', 'local', 'project']);
export type SettingsDestination = z.infer<typeof settingsDestinationSchema>;

/** A setting's value in one file. `value` is omitted if it is too complex or too secret for a form. */
const settingValueSchema = z.object({
  source: ruleSourceSchema,
  /** Absolute; `null` for the command line. */
  file: z.string().nullable(),
  value: z.unknown(),
  /** The value has no effect: the repository isn't trusted, or this file may not set it. */
  ignored: z.boolean(),
});

export const settingsListSchema = z.object({
  /** By key, as in "permissions.defaultMode"; highest-priority source first. Keys that no file sets are absent. */
  values: z.record(z.string(), z.array(settingValueSchema)),
  destinations: z.array(z.object({ destination: settingsDestinationSchema, file: z.string() })),
});
export type SettingsList = z.infer<typeof settingsListSchema>;
