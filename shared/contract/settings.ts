import { z } from 'zod';
import { ruleSourceSchema } from '../permission/rule.ts';

/** Files a setting can be changed in. */
export const settingsDestinationSchema = z.enum(['user', 'local', 'project']);
export type SettingsDestination = z.infer<typeof settingsDestinationSchema>;

/** What one file says of a setting. `value` is left out of what is too rich, or too secret, for a form. */
const settingValueSchema = z.object({
  source: ruleSourceSchema,
  /** Absolute; `null` for the command line. */
  file: z.string().nullable(),
  value: z.unknown(),
  /** Of an untrusted repository, or of a file that has no say in it. */
  ignored: z.boolean(),
});

export const settingsListSchema = z.object({
  /** By key, as in "permissions.defaultMode"; highest source first. A key no file names is absent. */
  values: z.record(z.string(), z.array(settingValueSchema)),
  destinations: z.array(z.object({ destination: settingsDestinationSchema, file: z.string() })),
});
export type SettingsList = z.infer<typeof settingsListSchema>;
