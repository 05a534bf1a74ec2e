import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { git, tempProject } from './temp-project.ts';
import { PROJECT, LOCAL, USER, texts } from './settings-files.ts';

describe('adding rules', () => {
  test('creates folder and file, for this user only', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const settings = await store.addRules(['Bash(npm test)', 'Bash(ls *)'], 'allow', 'local');
    expect(texts(settings)).toEqual(['local allow Bash(npm test)', 'local allow Bash(ls *)']);
    const file = join(temp.root, LOCAL);
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "permissions": {\n    "allow": [\n      "Bash(npm test)",\n      "Bash(ls *)"\n    ]\n  }\n}\n',
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(temp.projectDir, '.claude'))).toEqual(['settings.local.json']);
  });

  test('adds a new local file to the ignore list', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    const store = new SettingsStore(temp);
    await store.addRules(['Edit'], 'allow', 'local');
    expect(git(temp.projectDir, 'status', '--short', '--untracked-files=all')).toBe('');
    git(temp.projectDir, 'add', '-A');
    expect(store.reload().rules[0]).not.toHaveProperty('inert');
    rmSync(join(temp.root, LOCAL));
    await store.addRules(['Edit'], 'allow', 'local');
    expect(readFileSync(join(temp.projectDir, '.git/info/exclude'), 'utf8').match(/settings\.local\.json/g)).toHaveLength(1);
  });

  test('leaves an ignore list that is a link alone', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    const target = temp.write('outside', '');
    rmSync(join(temp.projectDir, '.git/info/exclude'), { force: true });
    mkdirSync(join(temp.projectDir, '.git/info'), { recursive: true });
    symlinkSync(target, join(temp.projectDir, '.git/info/exclude'));
    await new SettingsStore(temp).addRules(['Edit'], 'allow', 'local');
    expect(readFileSync(target, 'utf8')).toBe('');
  });

  test('doesn’t block on an ignore list that is a pipe', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    rmSync(join(temp.projectDir, '.git/info/exclude'), { force: true });
    mkdirSync(join(temp.projectDir, '.git/info'), { recursive: true });
    execFileSync('mkfifo', [join(temp.projectDir, '.git/info/exclude')]);
    await new SettingsStore(temp).addRules(['Edit'], 'allow', 'local');
    expect(new SettingsStore(temp).reload().rules).toHaveLength(1);
  });

  test.each([
    [
      'tabs, unknown keys and their order',
      '{\n\t"zebra": {"kept": [1,  2]},\n\t"permissions": {\n\t\t"deny": ["A"],\n\t\t"allow": [\n\t\t\t"B"\n\t\t]\n\t},\n\t"apple": 1\n}',
      '{\n\t"zebra": {"kept": [1,  2]},\n\t"permissions": {\n\t\t"deny": ["A"],\n\t\t"allow": [\n\t\t\t"B",\n\t\t\t"Edit"\n\t\t]\n\t},\n\t"apple": 1\n}',
    ],
    [
      'four blanks',
      '{\n    "model": "m"\n}\n',
      '{\n    "model": "m",\n    "permissions": {\n        "allow": [\n            "Edit"\n        ]\n    }\n}\n',
    ],
    [
      'Windows line ends',
      '{\r\n  "model": "m"\r\n}\r\n',
      '{\r\n  "model": "m",\r\n  "permissions": {\r\n    "allow": [\r\n      "Edit"\r\n    ]\r\n  }\r\n}\r\n',
    ],
    ['a byte order mark', '\uFEFF{"permissions": {"allow": ["Edit"]}}', '\uFEFF{"permissions": {"allow": ["Edit"]}}'],
  ])('keeps %s', async (_name, before, after) => {
    const temp = tempProject();
    const file = temp.write(USER, before);
    await new SettingsStore(temp).addRules(['Edit'], 'allow', 'user');
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  test('adds folders to existing ones, each once, effective at once', async () => {
    const temp = tempProject();
    const file = temp.write(USER, '{\n  "permissions": { "additionalDirectories": ["../a"] }\n}\n');
    const settings = await new SettingsStore(temp).addDirectories(['../a', '/b'], 'user');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { additionalDirectories: ['../a', '/b'] } });
    expect(settings.additionalDirectories).toContain('/b');
  });

  test('doesn’t save folders where they would have no effect, nor into a malformed list', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { allow: ['Bash'] } });
    await expect(new SettingsStore(temp).addDirectories(['/b'], 'project')).rejects.toMatchObject({ code: 'refused' });
    const file = temp.write(USER, '{"permissions":{"additionalDirectories":"/a"}}');
    await expect(new SettingsStore(temp).addDirectories(['/b'], 'user')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"additionalDirectories":"/a"}}');
  });

  test('doesn’t duplicate an existing rule', async () => {
    const temp = tempProject();
    const file = temp.write(USER, '{"permissions":{"allow":["Edit"]}}');
    await new SettingsStore(temp).addRules(['Edit', 'Edit'], 'allow', 'user');
    expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"allow":["Edit"]}}');
  });

  test('keeps the file mode, and a linked user file stays a link', async () => {
    const temp = tempProject();
    const real = temp.write('dotfiles/settings.json', '{}');
    chmodSync(real, 0o640);
    mkdirSync(join(temp.homeDir, '.claude'));
    symlinkSync(real, join(temp.root, USER));
    await new SettingsStore(temp).addRules(['Edit'], 'deny', 'user');
    expect(readFileSync(real, 'utf8')).toContain('"Edit"');
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(temp.root, USER), 'utf8')).toContain('"Edit"');
  });

  test.each([
    [
      'the file',
      (dir: string, outside: string) => (
        mkdirSync(join(dir, '.claude')),
        symlinkSync(join(outside, 'x.json'), join(dir, '.claude/settings.local.json'))
      ),
    ],
    ['the folder', (dir: string, outside: string) => symlinkSync(outside, join(dir, '.claude'))],
  ])('rejects %s linking out of the project', async (_name, link) => {
    const temp = tempProject();
    temp.write('outside/x.json', '{}');
    link(temp.projectDir, join(temp.root, 'outside'));
    await expect(new SettingsStore(temp).addRules(['Edit'], 'deny', 'local')).rejects.toMatchObject({ code: 'refused' });
    expect(readFileSync(join(temp.root, 'outside/x.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(temp.root, 'outside/settings.local.json'))).toBe(false);
  });

  test.each([
    ['broken', '{"permissions": {"allow": [],}}'],
    ['ambiguous', '{"permissions": {}, "permissions": {"allow": []}}'],
    ['oddly shaped', '{"permissions": {"allow": "Bash"}}'],
    ['odder still', '{"permissions": [1]}'],
  ])('leaves a file that is %s alone', async (_name, text) => {
    const temp = tempProject();
    const file = temp.write(USER, text);
    await expect(new SettingsStore(temp).addRules(['Edit'], 'allow', 'user')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('rejects an allow rule without effect and says what to do; not a deny rule', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { allow: ['Bash'] } });
    const store = new SettingsStore(temp);
    await expect(store.addRules(['Edit'], 'allow', 'project')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Trust the folder first'),
    });
    expect(texts(await store.addRules(['Write'], 'deny', 'project'))).toContain('project deny Write');
    temp.write('managed/managed-settings.json', { allowManagedPermissionRulesOnly: true });
    await expect(store.addRules(['Edit'], 'allow', 'user')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('administrator'),
    });
  });

  test('the user’s own change keeps the folder trusted; a later one by others does not', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { allow: ['Bash(ls)'] } });
    const store = new SettingsStore(temp);
    expect((await store.trustFolder()).trusted).toBe(true);
    const settings = await store.addRules(['Edit'], 'allow', 'project');
    expect(settings.trusted).toBe(true);
    expect(settings.rules.every((rule) => rule.inert === undefined)).toBe(true);
    temp.write(PROJECT, { permissions: { allow: ['Bash(ls)', 'Edit', 'Bash'] } });
    expect(store.reload()).toMatchObject({ trusted: false });
  });

  test('keeps what other writers add meanwhile: four processes, one file', async () => {
    const temp = tempProject();
    const script = temp.write(
      'writer.mjs',
      `import { SettingsStore } from ${JSON.stringify(new URL('../../../main/settings/settings-store.ts', import.meta.url).href)};
       const [options, name] = JSON.parse(process.argv[2]);
       const store = new SettingsStore(options);
       for (let i = 0; i < 5; i++) await store.addRules([\`Bash(\${name} \${i})\`], 'deny', 'user');`,
    );
    const names = ['a', 'b', 'c', 'd'];
    const ends = names.map((name) => once(fork(script, [JSON.stringify([temp, name])], { execArgv: [] }), 'exit'));
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
    const rules = new SettingsStore(temp).current().rules.map((rule) => rule.text);
    expect(rules.toSorted()).toEqual(names.flatMap((name) => [0, 1, 2, 3, 4].map((i) => `Bash(${name} ${i})`)));
  });

  test('reports a file that can’t be written', async () => {
    const temp = tempProject();
    writeFileSync(join(temp.projectDir, '.claude'), 'a file in the way');
    await expect(new SettingsStore(temp).addRules(['Edit'], 'deny', 'local')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
