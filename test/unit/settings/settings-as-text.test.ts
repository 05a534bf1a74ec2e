import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { tempProject } from './temp-project.ts';
import { LOCAL, texts } from './settings-files.ts';

describe('a settings file as text', () => {
  test('is saved as written, and read back unchanged', async () => {
    const temp = tempProject();
    const file = temp.write(LOCAL, '{"permissions":{}}');
    const store = new SettingsStore(temp);
    const before = store.readText('local');
    const text = '{\n\t"permissions": {"deny": ["A"]}, "unknown": 1 }';
    const saved = await store.saveText('local', text, before.digest);
    expect(saved.outcome).toBe('saved');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(store.readText('local')).toMatchObject({ text, digest: saved.digest });
    expect(texts(store.current())).toEqual(['local deny A']);
  });

  test('is not saved when it changed meanwhile, nor when the text is not JSON', async () => {
    const temp = tempProject();
    const file = temp.write(LOCAL, '{}');
    const store = new SettingsStore(temp);
    const { digest } = store.readText('local');
    writeFileSync(file, '{"other": 1}');
    expect(await store.saveText('local', '{"mine": 1}', digest)).toMatchObject({ outcome: 'changed', text: '{"other": 1}' });
    await expect(store.saveText('local', '{', store.readText('local').digest)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(readFileSync(file, 'utf8')).toBe('{"other": 1}');
  });

  test('that doesn’t exist is empty, and created by saving', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const before = store.readText('user');
    expect(before.text).toBe('');
    await store.saveText('user', '{ "model": "m" }', before.digest);
    expect(store.current().model).toBe('m');
  });
});
