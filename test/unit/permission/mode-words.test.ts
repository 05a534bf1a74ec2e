import { expect, it } from 'vitest';
import { PERMISSION_MODES } from '#shared/permission/mode.ts';
import { MODE_NAMES, nameWithKey } from '#shared/permission/mode-names.ts';
import { SETTING_ROWS } from '#shared/settings/settings-table.ts';
import { MODE_WORDS } from '../../../renderer/ui/words.ts';

it('names a mode alike in its control, in the settings and in what decided', () => {
  for (const mode of PERMISSION_MODES) expect(MODE_WORDS[mode].name).toBe(MODE_NAMES[mode]);
  const { control } = SETTING_ROWS['permissions.defaultMode'];
  if (control.type !== 'choice') throw new Error('no choice');
  for (const { value, label } of control.choices) expect(nameWithKey(value)).toBe(`${label} (${value})`);
  expect(nameWithKey('default')).toBe('Ask (default)');
  expect(nameWithKey('none')).toBeUndefined();
});
