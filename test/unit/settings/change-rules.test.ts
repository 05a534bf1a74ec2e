import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listRules } from '#main/settings/rule-list.ts';
import { SettingsStore, type FileRuleEdit } from '#main/settings/settings-store.ts';
import type { RuleEdit } from '#shared/permission/rule.ts';
import { tempProject } from './temp-project.ts';
import { LOCAL, texts } from './settings-files.ts';

function fileEdits(edits: readonly RuleEdit[]): FileRuleEdit[] {
  return edits.flatMap((one) => (one.destination === 'session' ? [] : [{ ...one, destination: one.destination }]));
}

describe('changing rules', () => {
  const removal = (text: string, index?: number): FileRuleEdit => ({
    type: 'remove',
    destination: 'local',
    behavior: 'allow',
    text,
    disabled: false,
    ...(index !== undefined && { index }),
  });

  test('removes one rule and nothing else; undo puts it back at its position', async () => {
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

  test('disables a rule in Gatehouse’s own part of the file, and enables it without a trace', async () => {
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

  test.each([
    '{"permissions":{"allow":["A","B"]}}',
    '{ "permissions": { "allow": ["A"], "deny": ["C"] } }\n',
    '{\n  "permissions": {\n    "allow": ["A", "B"],\n    "ask": []\n  }\n}\n',
    '{\n  "permissions": {\n    "allow": [\n      "A"\n    ]\n  }\n}',
  ])('disabling and enabling a rule restores %j byte for byte, as often as it is done', async (text) => {
    const temp = tempProject();
    const file = temp.write(LOCAL, text);
    const store = new SettingsStore(temp);
    const off = { type: 'insert', destination: 'local', behavior: 'allow', text: 'A', disabled: true } as const;
    let disabledText: string | undefined;
    for (let time = 0; time < 3; time += 1) {
      const undo = await store.editRules([off, removal('A')]);
      expect(readFileSync(file, 'utf8')).toBe((disabledText ??= readFileSync(file, 'utf8')));
      await store.editRules(fileEdits(undo));
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  test('leaves a valid file when the first rule is taken back', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const undo = await store.editRules([{ type: 'insert', destination: 'local', behavior: 'deny', text: 'A', disabled: false }]);
    await store.editRules(fileEdits(undo));
    expect(JSON.parse(readFileSync(store.current().paths.local, 'utf8'))).toEqual({ permissions: { deny: [] } });
  });

  test('keeps a list that is on one line on it', async () => {
    const temp = tempProject();
    const store = new SettingsStore(temp);
    const off = { type: 'insert', destination: 'local', behavior: 'allow', text: 'A', disabled: true } as const;
    const file = temp.write(LOCAL, '{"permissions":{"allow":["A","B"]}}');
    await store.editRules([off, removal('A')]);
    expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"allow":["B"]},"gatehouse": {"disabledRules":{"allow":["A"]}}}');
    temp.write(LOCAL, '{\n  "permissions": { "allow": ["A", "B"] }\n}\n');
    await store.editRules([{ ...off, text: 'D', disabled: false }]);
    expect(readFileSync(file, 'utf8')).toBe('{\n  "permissions": { "allow": ["A", "B", "D"] }\n}\n');
  });

  test('a moved rule is added before it is removed, and stays where it can’t be removed', async () => {
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

  test('a missing rule is a conflict, and so is a duplicate', async () => {
    const temp = tempProject();
    temp.write(LOCAL, { permissions: { allow: ['A'] } });
    const store = new SettingsStore(temp);
    await expect(store.editRules([removal('B')])).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.editRules([{ ...removal('A'), type: 'insert' }])).rejects.toMatchObject({ code: 'conflict' });
    temp.write(LOCAL, { permissions: { allow: ['B'] } });
    await expect(store.editRules([removal('A', 0)])).rejects.toMatchObject({ code: 'conflict' });
    expect(texts(store.reload())).toEqual(['local allow B']);
  });

  test('rejects an allow rule without effect', async () => {
    const temp = tempProject();
    temp.write('project/.claude/settings.json', { permissions: { allow: ['A'] } });
    const store = new SettingsStore(temp);
    const insert = { type: 'insert', destination: 'project', behavior: 'allow', text: 'B', disabled: false } as const;
    await expect(store.editRules([insert])).rejects.toMatchObject({ code: 'refused' });
    await store.editRules([{ ...insert, behavior: 'deny' }]);
    expect(texts(store.current())).toContain('project deny B');
  });
});
