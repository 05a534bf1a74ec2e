import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PreferenceStore } from '#main/engine/preference-store.ts';

function tempFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-preferences-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'preferences.json');
}

it('keeps what was chosen, for every process, and leaves the rest', () => {
  const file = tempFile();
  new PreferenceStore(file).change({ keys: { queue: 'F8' } });
  new PreferenceStore(file).change({ introduced: true, theme: 'dark' });
  expect(new PreferenceStore(file).read()).toMatchObject({ keys: { queue: 'F8' }, introduced: true, theme: 'dark', fonts: { size: null } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('has defaults without a file, or with a damaged one', () => {
  const file = tempFile();
  const usual = new PreferenceStore(file).read();
  expect(usual).toMatchObject({ theme: null, keys: {}, introduced: false });
  writeFileSync(file, '{"keys": {');
  expect(new PreferenceStore(file).read()).toEqual(usual);
  writeFileSync(file, '[1]');
  expect(new PreferenceStore(file).read()).toEqual(usual);
});

it('leaves out what this version does not understand, and nothing else', () => {
  const file = tempFile();
  const keys = { queue: 'F8', unknown: 'F9', stop: 'a', message: 'Mod+C', demo: null };
  writeFileSync(file, JSON.stringify({ keys, fonts: { family: 'x;} body{display:none' }, theme: 'pink', introduced: true }));
  expect(new PreferenceStore(file).read()).toEqual({
    theme: null,
    keys: { queue: 'F8', demo: null },
    fonts: { family: null, codeFamily: null, size: null, codeSize: null, ligatures: false },
    introduced: true,
  });
  expect(readFileSync(file, 'utf8')).toContain('pink');
});
