import { describe, expect, it } from 'vitest';
import { settingProblem, setValueInText } from '#main/settings/edit/setting-values.ts';
import { permissionSettingsSchema, settingsFileSchema } from '#shared/settings/settings-file.ts';
import { SETTINGS } from '#shared/settings/settings.ts';

describe('the settings table', () => {
  it('has every key that is read, once', () => {
    const nested = new Set(['permissions', 'autoMode', 'gatehouse']);
    const wanted = [
      ...Object.keys(settingsFileSchema.shape).filter((key) => !nested.has(key)),
      ...Object.keys(permissionSettingsSchema.shape).map((key) => `permissions.${key}`),
      ...Object.keys(settingsFileSchema.shape.autoMode.unwrap().shape).map((key) => `autoMode.${key}`),
      ...Object.keys(settingsFileSchema.shape.gatehouse.unwrap().shape).map((key) => `gatehouse.${key}`),
    ];
    expect(SETTINGS.map(({ key }) => key).toSorted()).toEqual(wanted.toSorted());
  });

  it('offers only choices that are valid in a file', () => {
    for (const { control, path } of SETTINGS) {
      if (control.type === 'choice') for (const { value } of control.choices) expect(settingProblem(path, value), value).toBeUndefined();
      if (control.type === 'boolean') expect(settingProblem(path, true)).toBeUndefined();
      if (control.type === 'json') expect(settingProblem(path, 'text')).toBeDefined();
    }
  });

  it.each([
    [['cleanupPeriodDays'], -1],
    [['model'], ''],
    [['permissions', 'defaultMode'], 'sudo'],
  ])('says why %j can’t be %j', (path, value) => {
    expect(settingProblem(path, value)).toMatch(/\w/u);
  });
});

describe('setting a key in settings text', () => {
  it('keeps order and spacing, and creates what is missing', () => {
    const text = '{\n    "first": [ 1,2 ],\n    "model": "a",\n    "other": 1\n}\n';
    expect(setValueInText(text, ['model'], 'b')).toBe(text.replace('"a"', '"b"'));
    expect(JSON.parse(setValueInText('', ['gatehouse', 'siblingAbort'], 'off'))).toEqual({ gatehouse: { siblingAbort: 'off' } });
  });

  it('removes a key, and changes nothing when it is missing', () => {
    expect(JSON.parse(setValueInText('{"model":"a","x":1}', ['model'], undefined))).toEqual({ x: 1 });
    expect(setValueInText('{"x":1}', ['permissions', 'defaultMode'], undefined)).toBe('{"x":1}');
  });

  it.each(['{"model": ', '{"model":"a","model":"b"}', '{"gatehouse": 3}'])('leaves %s alone', (text) => {
    expect(() => setValueInText(text, text.includes('gatehouse') ? ['gatehouse', 'editor'] : ['model'], 'x')).toThrow(/isn’t changed/u);
  });
});
