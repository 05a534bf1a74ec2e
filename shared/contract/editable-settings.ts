import { z } from 'zod';
import { RULE_DESTINATIONS } from '../permission/rule.ts';

export const MAX_SETTINGS_CHARS = 4_000_000;

/** The settings files the user can edit. */
export const editableSettingsFileSchema = z.enum(RULE_DESTINATIONS).exclude(['session']);
export type EditableSettingsFile = z.infer<typeof editableSettingsFileSchema>;

export const settingsTextSchema = z.object({ text: z.string(), digest: z.string() });
export type SettingsText = z.infer<typeof settingsTextSchema>;
