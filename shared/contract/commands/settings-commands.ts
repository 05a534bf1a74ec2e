import { z } from 'zod';
import { setUpSchema } from '../../compatibility/set-up.ts';
import { RULE_DESTINATIONS, ruleSourceSchema } from '../../permission/rule.ts';
import { projectDir } from './fields.ts';

const MAX_SETTINGS_CHARS = 4_000_000;

/** The settings files the user can edit. */
export const editableSettingsFileSchema = z.enum(RULE_DESTINATIONS).exclude(['session']);
export type EditableSettingsFile = z.infer<typeof editableSettingsFileSchema>;

const settingsTextSchema = z.object({ text: z.string(), digest: z.string() });
export type SettingsText = z.infer<typeof settingsTextSchema>;

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

const settingsListSchema = z.object({
  /** By key, as in "permissions.defaultMode"; highest-priority source first. Keys that no file sets are absent. */
  values: z.record(z.string(), z.array(settingValueSchema)),
  destinations: z.array(z.object({ destination: settingsDestinationSchema, file: z.string() })),
});
export type SettingsList = z.infer<typeof settingsListSchema>;

const include = { importer: z.string().max(4096), target: z.string().max(4096) };

/** Settings files: single values or the whole text. */
export const settingsCommands = {
  /** Each setting's value in each settings file; fetch again after `rules.changed`. */
  'settings.list': { input: z.strictObject({ projectDir }), output: settingsListSchema },
  /** Everything that is set up for the project, with its effect here; nothing is run. Fetch again after `rules.changed`. */
  'settings.setUp': { input: z.strictObject({ projectDir }), output: setUpSchema },
  /** The text of a file outside the repository that an instruction file includes, once a person may allow it. */
  'settings.readInclude': { input: z.strictObject({ projectDir, ...include }), output: settingsTextSchema },
  /** Allows it, if its text is still the one that was shown. Returns the set-up as it is then. */
  'settings.allowInclude': { input: z.strictObject({ projectDir, ...include, digest: z.string().max(100) }), output: setUpSchema },
  /** Sets one key in a file, or removes it if `value` is absent. */
  'settings.set': {
    input: z.strictObject({
      projectDir,
      key: z.string().max(200),
      value: z.json().optional(),
      destination: settingsDestinationSchema,
    }),
    output: settingsListSchema,
  },
  /** The text of a settings file; empty if there is none. `digest` of the text is needed for saving. */
  'settings.read': {
    input: z.strictObject({ projectDir, place: editableSettingsFileSchema }),
    output: settingsTextSchema.extend({ file: z.string() }),
  },
  /** Replaces the text if its digest still is `basedOn`. `changed`: it isn't, and nothing was saved. */
  'settings.save': {
    input: z.strictObject({
      projectDir,
      place: editableSettingsFileSchema,
      text: z.string().max(MAX_SETTINGS_CHARS),
      basedOn: z.string().max(100),
    }),
    output: z.discriminatedUnion('outcome', [
      settingsTextSchema.extend({ outcome: z.literal('saved') }),
      settingsTextSchema.extend({ outcome: z.literal('changed') }),
    ]),
  },
} as const;
