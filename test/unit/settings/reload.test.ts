import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { git, tempProject } from './temp-project.ts';
import { PROJECT, LOCAL, USER, texts } from './settings-files.ts';

describe('reloading settings', () => {
  test('a rule saved by another program applies from the next turn of the event loop', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    expect(store.current().rules).toEqual([]);
    for (const rule of ['A', 'B', 'C']) {
      // The same size each time, within one tick of the file system's clock.
      temp.write(LOCAL, { permissions: { deny: [rule] } });
      await nextTurn();
      expect(texts(store.current())).toEqual([`local deny ${rule}`]);
    }
    rmSync(join(temp.root, LOCAL));
    await nextTurn();
    expect(store.current().rules).toEqual([]);
  });

  test('a file that became malformed keeps its rules and is reported', async () => {
    const temp = tempProject();
    const file = temp.write(USER, { permissions: { deny: ['Bash'] } });
    const store = new SettingsStore(temp);
    temp.write(USER, '{"permissions":');
    await nextTurn();
    expect(texts(store.current())).toEqual(['user deny Bash']);
    expect(store.current().problems).toEqual([expect.objectContaining({ file })]);
    temp.write(USER, {});
    await nextTurn();
    expect(store.current()).toMatchObject({ rules: [], problems: [] });
  });

  test('a deleted project folder keeps its deny rules, and applies again when it is back', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { deny: ['Bash'], allow: ['Read'] } });
    temp.write(LOCAL, { permissions: { ask: ['Edit'] } });
    const store = new SettingsStore(temp);
    const before = texts(store.current());
    renameSync(temp.projectDir, `${temp.projectDir}-away`);
    temp.write(USER, { permissions: { deny: ['Write'] } });
    for (let count = 0; count < 2; count += 1) {
      await nextTurn();
      expect(texts(store.current())).toEqual([...before, 'user deny Write']);
      expect(store.current().problems).toMatchObject([{ file: temp.projectDir, message: expect.stringContaining('folder is missing') }]);
    }
    renameSync(`${temp.projectDir}-away`, temp.projectDir);
    temp.write(PROJECT, {});
    await nextTurn();
    expect(store.current().problems).toEqual([]);
    expect(texts(store.current())).toEqual(['local ask Edit', 'user deny Write']);
  });

  test.each(['plain.json', 'link.json'])('a deleted command-line file keeps its rules: %s', async (name) => {
    const temp = tempProject();
    const file = temp.write('plain.json', { permissions: { deny: ['Bash'] } });
    symlinkSync(file, join(temp.root, 'link.json'));
    const store = new SettingsStore({ ...temp, cliSettings: { settings: join(temp.root, name) } });
    for (const gone of [name, 'plain.json']) {
      rmSync(join(temp.root, gone), { force: true });
      await nextTurn();
      expect(texts(store.current())).toEqual(['cli deny Bash']);
      expect(store.current().problems).not.toEqual([]);
    }
  });

  test('notifies listeners of changes made elsewhere, once each, and not without a change', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const received: string[][] = [];
    const stop = store.onChange((settings) => received.push(texts(settings)));
    temp.write(PROJECT, { permissions: { ask: ['Edit'] } });
    await vi.waitFor(() => expect(received).toEqual([['project ask Edit']]), { timeout: 60_000 });
    temp.write(PROJECT, { permissions: { ask: ['Edit'] } });
    store.reload();
    expect(received).toHaveLength(1);
    stop();
    temp.write(PROJECT, { permissions: { ask: ['Write'] } });
    store.reload();
    expect(received).toHaveLength(1);
  });

  test('committing settings.local.json makes it the repository’s', async () => {
    const temp = tempProject();
    temp.write(LOCAL, { permissions: { allow: ['Bash'] } });
    git(temp.projectDir, 'init');
    const store = new SettingsStore(temp);
    expect(store.current().rules[0]).not.toHaveProperty('inert');
    git(temp.projectDir, 'add', '-f', '.claude');
    await nextTurn();
    expect(store.current().rules[0]).toHaveProperty('inert');
  });
});
