import { z } from 'zod';
import { MAX_SETTINGS_CHARS, editableSettingsFileSchema, settingsTextSchema } from '../editable-settings.ts';
import { settingsDestinationSchema, settingsListSchema } from '../settings.ts';
import { projectDir } from './fields.ts';

/** Settings files: one value, or a whole text. */
export const settingsCommands = {
  /** What each settings file says of each setting; `rules.changed` says when to ask again. */
  'settings.list': { input: z.strictObject({ projectDir }), output: settingsListSchema },
  /** Sets one key in a file, or takes it out when `value` is absent. */
  'settings.set': {
    input: z.strictObject({
      projectDir,
      key: z.string().max(200),
      value: z.json().optional(),
      destination: settingsDestinationSchema,
    }),
    output: settingsListSchema,
  },
  /** A settings file as it is; an empty text when there is none. `digest` is of the text, for saving. */
  'settings.read': {
    input: z.strictObject({ projectDir, place: editableSettingsFileSchema }),
    output: settingsTextSchema.extend({ file: z.string() }),
  },
  /** Replaces the text, if it still is the one that `basedOn` is the digest of. `changed`: it isn't, and nothing was saved. */
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
