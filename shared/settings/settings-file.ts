import { z } from 'zod';
import { settingShape, type HighestValues } from './settings.ts';

/** Which failed commands cancel the calls running in parallel: all, only those that aren't read-only (`writes`), or none (`off`). */
export type SiblingAbort = HighestValues['siblingAbort'];

export const permissionSettingsSchema = z.looseObject(settingShape('permissions'));

/** The settings that Gatehouse reads, from their table. Unknown keys are kept, since Claude Code shares the file. Every key is optional. */
export const settingsFileSchema = z.looseObject({
  permissions: permissionSettingsSchema.optional(),
  autoMode: z.looseObject(settingShape('autoMode')).optional(),
  ...settingShape(''),
  gatehouse: z.looseObject(settingShape('gatehouse')).optional(),
});
export type SettingsFile = z.output<typeof settingsFileSchema>;
