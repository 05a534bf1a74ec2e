import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { brief, LOCAL, PROJECT, USER } from './settings-files.ts';
import { tempProject } from './temp-project.ts';

describe('malformed settings', () => {
  test.each([
    ['{\n  "a": 1,\n}', 'Line 3, column 1: A key in double quotes is expected here (is there a comma too many?).'],
    ['{\n  // why\n  "a": 1\n}', 'Line 2, column 3: Comments are not allowed in settings files.'],
    ['{"a": [1 2]}', 'Line 1, column 10: A comma is missing.'],
    ['{"a": 1', 'Line 1, column 8: A closing } is missing.'],
    ['[]', 'Line 1, column 1: The file must hold one JSON object, { … }.'],
    ['{"a": "x', 'Line 1, column 7: A string is not closed.'],
    ['{"a": 1} x', 'Line 1, column 10: '],
  ])('%j is rejected whole with line and column', (text, message) => {
    const temp = tempProject();
    const file = temp.write(USER, text);
    const { problems } = loadSettings(temp);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file, message: expect.stringContaining(message) });
  });

  test('a malformed file is ignored while the others apply', () => {
    const temp = tempProject();
    temp.write(USER, '{ "permissions": { "allow": ["Bash"] }, }');
    temp.write(PROJECT, { permissions: { deny: ['Bash'] } });
    expect(brief(loadSettings(temp))).toEqual(['project:deny:0 Bash']);
  });

  test('drops and reports single invalid entries, and applies the rest', () => {
    const temp = tempProject();
    temp.write(
      USER,
      '{\n"permissions": {\n"allow": ["Edit", 7, "", "Read"],\n"deny": "Bash",\n"defaultMode": "yolo"},\n"env": {"A": {}, "B": "b", "C=D": "x"},\n"model": 5,\n"other": {"kept": true}}',
    );
    const settings = loadSettings(temp);
    expect(brief(settings)).toEqual(['user:allow:0 Edit', 'user:allow:1 Read']);
    expect(settings.env).toEqual({ B: 'b' });
    expect(settings.problems.map((problem) => problem.message)).toEqual([
      expect.stringMatching(/^Line 3, column 19: permissions\.allow\.1 is ignored/),
      expect.stringMatching(/^Line 3, column 22: permissions\.allow\.2 is ignored/),
      expect.stringMatching(/^Line 4, column 9: permissions\.deny is ignored/),
      expect.stringMatching(/^Line 5, column 16: permissions\.defaultMode is ignored/),
      expect.stringMatching(/^Line 6, column 14: env\.A is ignored/),
      expect.stringMatching(/env\.C=D is ignored/),
      expect.stringMatching(/^Line 7, column 10: model is ignored/),
    ]);
    expect(settings.layers.find((layer) => layer.source === 'user')?.value).toMatchObject({ other: { kept: true } });
  });

  test('reports a malformed deny rule prominently, since it protects nothing', () => {
    const temp = tempProject();
    const file = temp.write(USER, '{"permissions": {\n"deny": ["Bash(rm", "Bash(rm *)"], "allow": ["Bash("]}}');
    expect(loadSettings(temp).problems).toEqual([
      { file, message: expect.stringMatching(/^Line 2, column 10: The deny rule “Bash\(rm” has no effect\./) },
    ]);
  });

  test('reports a duplicate key, and uses the last one', () => {
    const temp = tempProject();
    temp.write(USER, '{"permissions": {"allow": ["Bash"]},\n "permissions": {"deny": ["Bash"]}}');
    const settings = loadSettings(temp);
    expect(brief(settings)).toEqual(['user:deny:0 Bash']);
    expect(settings.problems).toEqual([
      expect.objectContaining({ message: 'Line 2, column 2: “permissions” is given twice; only the last one counts.' }),
    ]);
  });

  test.each([
    ['too large', (file: string) => execFileSync('truncate', ['-s', '3M', file])],
    ['a named pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a folder', (file: string) => mkdirSync(file)],
    ['a device', (file: string) => symlinkSync('/dev/zero', file)],
    ['nested deeply but valid', (file: string) => writeFileSync(file, `{"x":${'['.repeat(3000)}${']'.repeat(3000)}}`)],
    [
      'full of errors',
      (file: string) =>
        writeFileSync(file, JSON.stringify({ env: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`${i}`, 0])) })),
    ],
    ['nested too deeply', (file: string) => execFileSync('sh', ['-c', 'head -c 400000 /dev/zero | tr "\\0" "[" > "$1"', 'sh', file])],
  ])('a file that is %s is reported and does no harm', (_name, make) => {
    const temp = tempProject();
    const file = temp.write(PROJECT, '');
    rmSync(file);
    make(file);
    expect(loadSettings(temp).problems).toEqual([expect.objectContaining({ file })]);
  });

  test('accepts an empty file and one with a byte order mark', () => {
    const temp = tempProject();
    temp.write(USER, '\uFEFF{"model":"m"}');
    temp.write(LOCAL, ' \n');
    expect(loadSettings(temp)).toMatchObject({ model: 'm', problems: [] });
  });

  test('ignores __proto__ in a file', () => {
    const temp = tempProject();
    temp.write(USER, '{"__proto__": {"model": "x", "polluted": 1}, "env": {"__proto__": "y"}}');
    const settings = loadSettings(temp);
    expect(settings.model).toBeUndefined();
    expect(Object.keys(settings.env)).not.toContain('polluted');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('a file that becomes malformed keeps its previous settings', () => {
    const temp = tempProject();
    temp.write(USER, { permissions: { deny: ['Bash'] } });
    const before = loadSettings(temp);
    temp.write(USER, '{');
    const after = loadSettings({ ...temp, previous: before });
    expect(brief(after)).toEqual(['user:deny:0 Bash']);
    expect(after.problems).toHaveLength(1);
  });
});
