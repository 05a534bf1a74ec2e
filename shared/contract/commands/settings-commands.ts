import { z } from 'zod';
import { MAX_SETTINGS_CHARS, editableSettingsFileSchema, settingsTextSchema } from '../editable-settings.ts';
import { settingsDestinationSchema, settingsListSchema } from '../settings.ts';
import { projectDir } from './fields.ts';

/** Settings files: single values or the whole text. */
export const settingsCommands = {
  /** Each setting's value in each settings file; fetch again after `rules.changed`. */
  'settings.list': { input: z.strictObject({ projectDir }), output: settingsListSchema },
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
