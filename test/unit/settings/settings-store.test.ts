import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { listRules } from '#main/settings/rule-list.ts';
import { SettingsStore, type FileRuleEdit } from '#main/settings/settings-store.ts';
import type { RuleEdit } from '#shared/permission/rule.ts';
import { git, tempProject } from './temp-project.ts';

const PROJECT = 'project/.claude/settings.json';
const LOCAL = 'project/.claude/settings.local.json';
const USER = 'home/.claude/settings.json';

const texts = (settings: LoadedSettings): string[] => settings.rules.map((rule) => `${rule.source} ${rule.behavior} ${rule.text}`);

describe('keeping current', () => {
  test('a rule saved by another program counts from the next turn of the event loop on', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    expect(store.current().rules).toEqual([]);
    for (const rule of ['A', 'B', 'C']) {
      // The same size each time, within the same tick of the file system's clock.
      temp.write(LOCAL, { permissions: { deny: [rule] } });
      await nextTurn();
      expect(texts(store.current())).toEqual([`local deny ${rule}`]);
    }
    rmSync(join(temp.root, LOCAL));
    await nextTurn();
    expect(store.current().rules).toEqual([]);
  });

  test('a file broken meanwhile keeps its rules and is reported', async () => {
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

  test('a project folder that is gone keeps its deny rules, and has its say again when it is back', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { deny: ['Bash'], allow: ['Read'] } });
    temp.write(LOCAL, { permissions: { ask: ['Edit'] } });
    const store = new SettingsStore(temp);
    const before = texts(store.current());
    renameSync(temp.projectDir, `${temp.projectDir}-away`);
    temp.write(USER, { permissions: { deny: ['Write'] } });
    for (let look = 0; look < 2; look += 1) {
      await nextTurn();
      expect(texts(store.current())).toEqual([...before, 'user deny Write']);
      expect(store.current().problems).toMatchObject([{ file: temp.projectDir, message: expect.stringContaining('folder is gone') }]);
    }
    renameSync(`${temp.projectDir}-away`, temp.projectDir);
    temp.write(PROJECT, {});
    await nextTurn();
    expect(store.current().problems).toEqual([]);
    expect(texts(store.current())).toEqual(['local ask Edit', 'user deny Write']);
  });

  test.each(['plain.json', 'link.json'])('a file of the command line that is gone keeps its rules: %s', async (name) => {
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

  test('listeners hear of changes made elsewhere, once each, and not when nothing changed', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const heard: string[][] = [];
    const stop = store.onChange((settings) => heard.push(texts(settings)));
    temp.write(PROJECT, { permissions: { ask: ['Edit'] } });
    await vi.waitFor(() => expect(heard).toEqual([['project ask Edit']]), { timeout: 60_000 });
    temp.write(PROJECT, { permissions: { ask: ['Edit'] } });
    store.reload();
    expect(heard).toHaveLength(1);
    stop();
    temp.write(PROJECT, { permissions: { ask: ['Write'] } });
    store.reload();
    expect(heard).toHaveLength(1);
  });

  test('a commit that takes up settings.local.json makes it the repository’s', async () => {
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

describe('adding rules', () => {
  test('makes folder and file when there are none, for this user only', async () => {
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

  test('a new local file stays out of commits', async () => {
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

  test('an ignore list that is a link is left alone', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    const target = temp.write('outside', '');
    rmSync(join(temp.projectDir, '.git/info/exclude'), { force: true });
    mkdirSync(join(temp.projectDir, '.git/info'), { recursive: true });
    symlinkSync(target, join(temp.projectDir, '.git/info/exclude'));
    await new SettingsStore(temp).addRules(['Edit'], 'allow', 'local');
    expect(readFileSync(target, 'utf8')).toBe('');
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

  test('folders are added to those that are there, each once, and count at once', async () => {
    const temp = tempProject();
    const file = temp.write(USER, '{\n  "permissions": { "additionalDirectories": ["../a"] }\n}\n');
    const settings = await new SettingsStore(temp).addDirectories(['../a', '/b'], 'user');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { additionalDirectories: ['../a', '/b'] } });
    expect(settings.additionalDirectories).toContain('/b');
  });

  test('folders aren’t saved where they would have no effect, nor into a list that is none', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { allow: ['Bash'] } });
    await expect(new SettingsStore(temp).addDirectories(['/b'], 'project')).rejects.toMatchObject({ code: 'refused' });
    const file = temp.write(USER, '{"permissions":{"additionalDirectories":"/a"}}');
    await expect(new SettingsStore(temp).addDirectories(['/b'], 'user')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"additionalDirectories":"/a"}}');
  });

  test('a rule that is there already stays once', async () => {
    const temp = tempProject();
    const file = temp.write(USER, '{"permissions":{"allow":["Edit"]}}');
    await new SettingsStore(temp).addRules(['Edit', 'Edit'], 'allow', 'user');
    expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"allow":["Edit"]}}');
  });

  test('the file keeps its mode, and a linked user file stays a link', async () => {
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
  ])('%s being a link that leads out of the project is refused', async (_name, link) => {
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
  ])('a file that is %s is left alone', async (_name, text) => {
    const temp = tempProject();
    const file = temp.write(USER, text);
    await expect(new SettingsStore(temp).addRules(['Edit'], 'allow', 'user')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('an allow rule that would have no effect is refused with the way out; a deny rule is not', async () => {
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

  test('the user’s own change keeps the folder trusted; a later one by anyone else does not', async () => {
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

  test('what another writer added meanwhile is kept: four processes, one file', async () => {
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

  test('a place that can’t be written is said so', async () => {
    const temp = tempProject();
    writeFileSync(join(temp.projectDir, '.claude'), 'a file in the way');
    await expect(new SettingsStore(temp).addRules(['Edit'], 'deny', 'local')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('changing rules', () => {
  const removal = (text: string, index?: number): FileRuleEdit => ({
    type: 'remove',
    destination: 'local',
    behavior: 'allow',
    text,
    disabled: false,
    ...(index !== undefined && { index }),
  });

  test('takes out one and leaves the rest as it was; the undo puts it back where it stood', async () => {
    const temp = tempProject();
    const text = '{\n  "x": 1,\n  "permissions": {\n    "allow": [\n      "A",\n      "B",\n      "C"\n    ]\n  }\n}\n';
    const file = temp.write(LOCAL, text);
    const store = new SettingsStore(temp);
    const undo = await store.editRules([removal('B')]);
    expect(texts(store.current())).toEqual(['local allow A', 'local allow C']);
    expect(readFileSync(file, 'utf8')).toBe('{\n  "x": 1,\n  "permissions": {\n    "allow": [\n      "A",\n      "C"\n    ]\n  }\n}\n');
    await store.editRules(fileEdits(undo));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('edits in place, and moves to another list', async () => {
    const temp = tempProject();
    const file = temp.write(LOCAL, { permissions: { allow: ['A', 'B'] } });
    const store = new SettingsStore(temp);
    const base = { destination: 'local', behavior: 'allow', disabled: false } as const;
    const undo = await store.editRules([{ ...base, type: 'replace', text: 'A', newText: 'Edit' }]);
    expect(texts(store.current())).toEqual(['local allow Edit', 'local allow B']);
    await store.editRules([{ ...base, type: 'insert', behavior: 'deny', text: 'B' }, removal('B')]);
    expect(texts(store.current())).toEqual(['local deny B', 'local allow Edit']);
    await store.editRules(fileEdits(undo));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['A'], deny: ['B'] } });
  });

  test('switches off in Gatehouse’s own part of the file and on again without a trace', async () => {
    const temp = tempProject();
    const before = JSON.stringify({ permissions: { allow: ['A', 'B'] }, other: { kept: [1] } }, null, 2);
    const file = temp.write(LOCAL, before);
    const store = new SettingsStore(temp);
    const off = { type: 'insert', destination: 'local', behavior: 'allow', text: 'A', disabled: true } as const;
    const undo = await store.editRules([off, removal('A')]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      permissions: { allow: ['B'] },
      other: { kept: [1] },
      gatehouse: { disabledRules: { allow: ['A'] } },
    });
    expect(texts(store.current())).toEqual(['local allow B']);
    expect(listRules(store.current()).rules.map(({ text, disabled }) => [text, disabled])).toEqual([
      ['B', false],
      ['A', true],
    ]);
    await store.editRules(fileEdits(undo));
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('a rule on its way to another file is there before it leaves; what can’t be taken away stays where it was', async () => {
    const temp = tempProject();
    const local = temp.write(LOCAL, { permissions: { deny: ['A'] } });
    const store = new SettingsStore(temp);
    const rule = { behavior: 'deny', text: 'A', disabled: false } as const;
    const move: FileRuleEdit[] = [
      { type: 'remove', destination: 'local', ...rule },
      { type: 'insert', destination: 'user', ...rule },
    ];
    await store.editRules(move);
    expect(texts(store.current())).toEqual(['user deny A']);
    writeFileSync(local, '{ broken');
    await expect(
      store.editRules([
        { type: 'remove', destination: 'user', ...rule },
        { type: 'insert', destination: 'local', ...rule },
      ]),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(texts(store.current())).toContain('user deny A');
    temp.write(LOCAL, {});
    await expect(store.editRules(move)).rejects.toMatchObject({ code: 'conflict' });
    expect(texts(store.current())).toEqual(['user deny A']);
  });

  test('one that is gone is a conflict, and so is one that is there already', async () => {
    const temp = tempProject();
    temp.write(LOCAL, { permissions: { allow: ['A'] } });
    const store = new SettingsStore(temp);
    await expect(store.editRules([removal('B')])).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.editRules([{ ...removal('A'), type: 'insert' }])).rejects.toMatchObject({ code: 'conflict' });
    temp.write(LOCAL, { permissions: { allow: ['B'] } });
    await expect(store.editRules([removal('A', 0)])).rejects.toMatchObject({ code: 'conflict' });
    expect(texts(store.reload())).toEqual(['local allow B']);
  });

  test('an allow rule that would have no effect is refused', async () => {
    const temp = tempProject();
    temp.write('project/.claude/settings.json', { permissions: { allow: ['A'] } });
    const store = new SettingsStore(temp);
    const insert = { type: 'insert', destination: 'project', behavior: 'allow', text: 'B', disabled: false } as const;
    await expect(store.editRules([insert])).rejects.toMatchObject({ code: 'refused' });
    await store.editRules([{ ...insert, behavior: 'deny' }]);
    expect(texts(store.current())).toContain('project deny B');
  });
});

describe('a whole file', () => {
  test('is saved as it was written, and read back the same', async () => {
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

  test('is left alone when it changed meanwhile, and when the text is no JSON', async () => {
    const temp = tempProject();
    const file = temp.write(LOCAL, '{}');
    const store = new SettingsStore(temp);
    const { digest } = store.readText('local');
    writeFileSync(file, '{"other": 1}');
    expect(await store.saveText('local', '{"mine": 1}', digest)).toMatchObject({ outcome: 'changed', text: '{"other": 1}' });
    await expect(store.saveText('local', '{', store.readText('local').digest)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(readFileSync(file, 'utf8')).toBe('{"other": 1}');
  });

  test('that isn’t there yet is empty, and made by saving', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const before = store.readText('user');
    expect(before.text).toBe('');
    await store.saveText('user', '{ "model": "m" }', before.digest);
    expect(store.current().model).toBe('m');
  });
});

function fileEdits(edits: readonly RuleEdit[]): FileRuleEdit[] {
  return edits.flatMap((one) => (one.destination === 'session' ? [] : [{ ...one, destination: one.destination }]));
}
