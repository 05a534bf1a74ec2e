import { z } from 'zod';
import type { SettingValue } from '#main/tool/services/settings-service.ts';
import { type Setting, SETTINGS } from '#shared/settings/settings.ts';

export const configInputSchema = z.strictObject({
  setting: z.string().min(1).max(200).describe('Its key, such as model'),
  value: z
    .union([z.string().max(1000), z.number(), z.boolean()])
    .optional()
    .describe('The new value, or "default" to remove it from the user’s file. Omit it to read the setting'),
});
export type ConfigInput = z.output<typeof configInputSchema>;

/** The value that resets a setting. */
const DEFAULT = 'default';

/** The settings that an agent may read and propose to change. */
export const AGENT_SETTINGS: readonly Setting[] = SETTINGS.filter(({ setBy }) => setBy === 'agent');

export type ConfigRequest =
  | { readonly ok: true; readonly setting: Setting; readonly operation: 'get' }
  | { readonly ok: true; readonly setting: Setting; readonly operation: 'set'; readonly value: SettingValue | undefined }
  | { readonly ok: false; readonly message: string };

/** Parses the input. Never throws. */
export function configRequest({ setting: key, value }: ConfigInput): ConfigRequest {
  const setting = AGENT_SETTINGS.find((each) => each.key === key);
  if (!setting) return { ok: false, message: refusal(key) };
  if (value === undefined) return { ok: true, setting, operation: 'get' };
  if (value === DEFAULT) return { ok: true, setting, operation: 'set', value: undefined };
  const fitting = [value, fromText(value)].find((each) => each !== undefined && setting.schema.safeParse(each).success);
  if (fitting !== undefined) return { ok: true, setting, operation: 'set', value: fitting };
  return { ok: false, message: `${JSON.stringify(value)} is no value of ${key}. ${allowedValues(setting)}` };
}

/** Models also write numbers and booleans as text. */
function fromText(value: SettingValue): SettingValue | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : undefined;
}

function refusal(key: string): string {
  const offered = `Config knows ${AGENT_SETTINGS.map((each) => each.key).join(', ')}.`;
  if (!SETTINGS.some((each) => each.key === key)) return `There is no setting ${JSON.stringify(key)} here. ${offered}`;
  return `Only the user changes ${key}: in the window’s settings, or in its file. Tell them if it should be changed. ${offered}`;
}

function allowedValues({ control }: Setting): string {
  switch (control.type) {
    case 'choice':
      return `Its values: ${control.choices.map(({ value }) => value).join(', ')}.`;
    case 'boolean':
      return 'Its values: true, false.';
    case 'number':
      return 'It takes a whole number above 0.';
    default:
      return 'It takes a text.';
  }
}
