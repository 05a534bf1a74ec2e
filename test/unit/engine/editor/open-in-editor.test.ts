import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_EDITOR, editorCommand, hasDesktop, openInEditor } from '#main/engine/editor/open-in-editor.ts';
import { TempProject } from '#test/support/temp-project.ts';

const PLACE = { path: '/p/a.ts', line: 3, column: 7 };

describe('the editor command', () => {
  it.each([
    [DEFAULT_EDITOR, ['code', '-g', '/p/a.ts:3:7']],
    [
      ['idea', '--line', '{line}', '{path}'],
      ['idea', '--line', '3', '/p/a.ts'],
    ],
    [['gedit'], ['gedit', '/p/a.ts']],
    [
      ['x', '{other} {path}'],
      ['x', '{other} /p/a.ts'],
    ],
  ])('%j', (template, command) => {
    expect(editorCommand(template, PLACE)).toEqual(command);
  });

  it('passes paths with braces, quotes and dollar signs unchanged', () => {
    const path = '/p/{line} $& "$(id)".ts';
    expect(editorCommand(['e', '{path}'], { ...PLACE, path })).toEqual(['e', path]);
  });
});

describe('display detection', () => {
  it.each([
    [{ DISPLAY: ':0' }, 'linux', true],
    [{ WAYLAND_DISPLAY: 'w' }, 'linux', true],
    [{}, 'linux', false],
    [{ DISPLAY: ':10', SSH_CONNECTION: 'x' }, 'linux', false],
    [{ SSH_CLIENT: 'x', VSCODE_IPC_HOOK_CLI: '/s' }, 'linux', true],
    [{}, 'darwin', true],
    [{ SSH_CONNECTION: 'x' }, 'darwin', false],
  ] as const)('%j on %s: %s', (env, platform, expected) => {
    expect(hasDesktop(env, platform)).toBe(expected);
  });
});

class EditorFixture extends TempProject {
  readonly bin = `${this.root}/bin`;
  readonly opened = `${this.root}/opened`;

  /** An editor that records its arguments. */
  editor(name: string, dir = this.bin, code = 0): void {
    mkdirSync(dir, { recursive: true });
    this.write(`../${dir.slice(this.root.length + 1)}/${name}`, `#!/bin/sh\nprintf '%s\\n' "$@" > "${this.opened}"\nexit ${code}\n`);
    chmodSync(`${dir}/${name}`, 0o755);
  }

  open(path: string, template: readonly string[] = ['edit', '{path}:{line}'], PATH = `${this.bin}:/usr/bin:/bin`): Promise<void> {
    return openInEditor({ path, line: 2, column: 1, folders: [this.projectDir, `${this.root}/session`], template, env: { PATH } });
  }
}

describe('opening a file', () => {
  // An editor counts as open once it has run for a while; with fake timers it always ends first, however slow the machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('starts the program with its arguments, whatever the file’s name', async () => {
    using temp = new EditorFixture({ '$(touch x);"a b.ts': '' });
    temp.editor('edit');
    await temp.open('$(touch x);"a b.ts');
    expect(readFileSync(temp.opened, 'utf8')).toBe(`${temp.path('$(touch x);"a b.ts')}:2\n`);
    expect(existsSync(temp.path('x'))).toBe(false);
  });

  it('rejects files elsewhere, also through a link', async () => {
    using temp = new EditorFixture({ 'a.ts': '' });
    temp.editor('edit');
    symlinkSync('/etc/passwd', temp.path('link'));
    for (const path of ['/etc/passwd', 'link', '../home/../bin/edit']) await expect(temp.open(path)).rejects.toThrow('outside the project');
    await expect(temp.open('missing.ts')).rejects.toThrow('doesn’t exist');
    expect(existsSync(temp.opened)).toBe(false);
  });

  it('rejects a program inside the project, by path or link', async () => {
    using temp = new EditorFixture({ 'a.ts': '' });
    temp.editor('edit', temp.path('node_modules/.bin'));
    mkdirSync(temp.bin);
    symlinkSync(temp.path('node_modules/.bin/edit'), `${temp.bin}/edit`);
    for (const PATH of [temp.path('node_modules/.bin'), temp.bin, 'node_modules/.bin']) {
      await expect(temp.open('a.ts', undefined, PATH)).rejects.toThrow('no program edit');
    }
    await expect(temp.open('a.ts', ['./edit'])).rejects.toThrow('no program');
    expect(existsSync(temp.opened)).toBe(false);
  });

  it('reports an editor that ends with an error', async () => {
    using temp = new EditorFixture({ 'a.ts': '' });
    temp.editor('edit', undefined, 3);
    await expect(temp.open('a.ts')).rejects.toThrow('ended with code 3');
  });
});
