import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { autoMemoryFolder } from '#main/settings/memory/memory-folder.ts';
import { readMemory } from '#main/settings/memory/read-memory.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { MANAGED, PROJECT, USER } from './settings-files.ts';
import { git, tempProject, type TempProject } from './temp-project.ts';

const DISABLE = 'CLAUDE_CODE_DISABLE_AUTO_MEMORY';

function notesOf(temp: TempProject, text: string) {
  const file = temp.write('home/.claude/projects/p/memory/MEMORY.md', text);
  const read = readMemory(dirname(file));
  return 'notes' in read ? read.notes : read.problem;
}

describe('the folder of the agent’s notes', () => {
  test('is Claude Code’s: named after the repository’s path, the same for its subfolders and work trees', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    git(temp.projectDir, 'commit', '--allow-empty', '-m', 'x');
    git(temp.projectDir, 'worktree', 'add', '../tree');
    mkdirSync(join(temp.projectDir, 'sub'));
    const expected = join(temp.homeDir, '.claude', 'projects', temp.projectDir.replaceAll(/[^A-Za-z0-9]/gu, '-'), 'memory');
    for (const folder of ['project', 'project/sub', 'tree'])
      expect(loadSettings({ ...temp, projectDir: join(temp.root, folder) }).memoryFolder).toBe(expected);
  });

  test('has a name that fits into a file system', () => {
    const projectDir = `/${'very-long/'.repeat(60)}`;
    const name = autoMemoryFolder({ projectDir, homeDir: '/h', userDir: '/h/.claude', configured: undefined }).split('/').at(-2) ?? '';
    expect(name.length).toBeLessThan(256);
  });

  test.each([
    ['~/notes', 'home/notes'],
    ['/srv/notes', '/srv/notes'],
  ])('autoMemoryDirectory %s names another, from the user’s own settings only', (configured, expected) => {
    const temp = tempProject();
    temp.write(USER, { autoMemoryDirectory: configured });
    temp.write(PROJECT, { autoMemoryDirectory: '/theirs' });
    expect(loadSettings({ ...temp, asIfTrusted: true }).memoryFolder).toBe(expected.startsWith('/') ? expected : join(temp.root, expected));
  });

  test('a relative autoMemoryDirectory is reported', () => {
    const temp = tempProject();
    temp.write(USER, { autoMemoryDirectory: 'notes' });
    expect(loadSettings(temp).problems).toMatchObject([{ message: expect.stringContaining('autoMemoryDirectory') }]);
  });
});

describe('whether the agent keeps notes', () => {
  test('a repository can turn them off even if it isn’t trusted, and never on', () => {
    const temp = tempProject();
    temp.write(PROJECT, { autoMemoryEnabled: false });
    expect(loadSettings(temp).memoryFolder).toBeUndefined();
    temp.write(PROJECT, { autoMemoryEnabled: true });
    temp.write(USER, { autoMemoryEnabled: false });
    expect(loadSettings({ ...temp, asIfTrusted: true }).memoryFolder).toBeUndefined();
    temp.write(MANAGED, { autoMemoryEnabled: true });
    expect(loadSettings(temp).memoryFolder).toBeDefined();
  });

  test.each([
    [{ [DISABLE]: '1' }, {}, false],
    [{ [DISABLE]: '0' }, { autoMemoryEnabled: false }, true],
    [{}, { env: { [DISABLE]: '1' } }, false],
    [{}, { autoMemoryEnabled: false, env: { [DISABLE]: '0' } }, false],
  ])('environment %j, settings %j: %s', (env, settings, isOn) => {
    const temp = tempProject();
    temp.write(USER, settings);
    expect(loadSettings({ ...temp, env }).memoryFolder !== undefined).toBe(isOn);
  });
});

describe('what is loaded of MEMORY.md', () => {
  test('200 lines or 25 KB, without front matter and comments', () => {
    const temp = tempProject();
    expect(notesOf(temp, '---\ntype: index\n---\n<!-- for people\nonly -->\n- [a](a.md)\n<!-- open')).toMatchObject({
      text: '- [a](a.md)\n<!-- open',
      isCut: false,
    });
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    expect(notesOf(temp, lines.join('\n'))).toMatchObject({ text: lines.slice(0, 200).join('\n'), isCut: true });
    const wide = notesOf(temp, 'ü'.repeat(20_000));
    expect(wide).toMatchObject({ isCut: true });
    expect(typeof wide === 'object' && Buffer.byteLength(wide.text)).toBe(25 * 1024);
  });

  test('many comments are read in linear time', () => {
    expect(notesOf(tempProject(), '<!--\n'.repeat(150_000))).toMatchObject({ isCut: true });
  });

  test('nothing of a missing file, and of a huge one only that it is too large', () => {
    const temp = tempProject();
    expect(readMemory(join(temp.homeDir, 'none'))).toMatchObject({ notes: { text: '' } });
    expect(notesOf(temp, 'x'.repeat(2 * 1024 * 1024))).toMatch(/larger than/u);
  });

  test.each(['home/.claude/projects/p', 'home/.claude/projects/p/memory', 'home/.claude/projects/p/memory/MEMORY.md'])(
    'nothing if %s is a link',
    (name) => {
      const temp = tempProject();
      const target = temp.write('elsewhere/memory/MEMORY.md', 'secret');
      const link = join(temp.root, name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(name.endsWith('.md') ? target : name.endsWith('memory') ? dirname(target) : dirname(dirname(target)), link);
      const read = readMemory(join(temp.homeDir, '.claude/projects/p/memory'));
      expect(read).toMatchObject({ problem: expect.stringContaining('is a link') });
      expect(JSON.stringify(read)).not.toContain('secret');
    },
  );

  test('nothing of a device', () => {
    const temp = tempProject();
    const folder = join(temp.root, 'notes', 'memory');
    mkdirSync(join(folder, 'MEMORY.md'), { recursive: true });
    expect(readMemory(folder)).toMatchObject({ problem: expect.stringContaining('not a regular file') });
  });
});

test('the trust of a folder doesn’t depend on notes', async () => {
  const temp = tempProject();
  const trust = new TrustStore(temp);
  await trust.trust(temp.projectDir);
  temp.write('home/.claude/projects/p/memory/MEMORY.md', '- a');
  expect(trust.isTrusted(temp.projectDir)).toBe(true);
});
