import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** With a project folder on the `PATH`, a well-known name may run a file of the repository. */
describe('a program with a well-known name', () => {
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await makeTestEngine();
    put('system/wc');
    put('system/timeout');
    mkdirSync(path.join(engine.fixture.project, 'bin'));
  });
  afterEach(() => engine.fixture.remove());

  const place = (name: string): string => path.join(engine.fixture.project, '..', name);
  const put = (name: string): void => {
    mkdirSync(path.dirname(place(name)), { recursive: true });
    writeFileSync(place(name), '');
    chmodSync(place(name), 0o755);
  };
  const looking = (folders: readonly string[], more: Partial<ToolPermissionContext> = {}): ToolPermissionContext =>
    engine.context(
      {},
      { searchPath: folders.map((folder) => (folder.startsWith('.') || folder === '' ? folder : place(folder))), ...more },
    );
  const decide = (command: string, context: ToolPermissionContext): string => engine.bash(command, context).behavior;

  it('asks when a folder of the project has it first on PATH', async () => {
    const context = looking(['project/bin', 'system']);
    expect(decide('wc a.txt', context)).toBe('allow');
    put('project/bin/wc');
    // Concurrent calls get the same answer.
    await setImmediate();
    expect(decide('wc a.txt', context)).toBe('ask');
    expect(decide('wc a.txt', looking(['system', 'project/bin']))).toBe('allow');
  });

  it('skips folders of that name and inaccessible ones, as a shell does', () => {
    mkdirSync(place('earlier/wc'), { recursive: true });
    symlinkSync(place('round'), place('round'));
    expect(decide('wc a.txt', looking(['earlier', 'round', 'system']))).toBe('allow');
    put('project/bin/wc');
    expect(decide('wc a.txt', looking(['earlier', 'round', 'project/bin']))).toBe('ask');
  });

  it('asks when the system’s program links into the project', () => {
    put('project/tool');
    rmSync(place('system/wc'));
    symlinkSync(place('project/tool'), place('system/wc'));
    expect(decide('wc a.txt', looking(['system']))).toBe('ask');
  });

  it('asks when the PATH folder links into the project', () => {
    put('project/bin/wc');
    symlinkSync(place('project/bin'), place('linked'));
    expect(decide('wc a.txt', looking(['linked', 'system']))).toBe('ask');
  });

  it.each([
    ['gzip', 'zcat a.gz'],
    ['xz', 'tar tf a.tar'],
    ['printf', 'timeout 5 printf x'],
    ['noglob', 'noglob wc a.txt'],
  ])('asks when a folder of the project has %s, which is started by: %s', async (helper, line) => {
    const context = looking(['project/bin', 'system']);
    expect(decide(line, context)).toBe('allow');
    put(`project/bin/${helper}`);
    await setImmediate();
    expect(decide(line, context)).toBe('ask');
  });

  it.each(['', '.', './bin'])('asks when only the relative folder %j has it', (folder) => {
    put(path.join('project', folder, 'nl'));
    expect(decide('nl a.txt', looking(['system', folder]))).toBe('ask');
    expect(decide('wc a.txt', looking(['system', folder]))).toBe('allow');
  });

  it('asks for an additional working directory as for the project', () => {
    put('outside/wc');
    const context = looking(['outside', 'system'], { additionalWorkingDirectories: [engine.fixture.outside] });
    expect(decide('wc a.txt', context)).toBe('ask');
  });

  it('asks when it is a wrapper, or a command that only edits', () => {
    put('project/bin/timeout');
    put('project/bin/touch');
    const context = looking(['project/bin', 'system'], { mode: 'acceptEdits' });
    expect(decide('timeout 5 wc a.txt', context)).toBe('ask');
    expect(decide('touch a.txt', context)).toBe('ask');
  });

  it('does not ask for shell builtins', () => {
    put('project/bin/echo');
    expect(decide('echo a', looking(['project/bin']))).toBe('allow');
  });

  it.each([
    ['.tool-versions', 'wc path:./evil\n'],
    ['.tool-versions', 'nodejs 20.1.0\nwc ref:main\n'],
    ['.python-version', '../../evil\n'],
    ['mise.toml', '[tools]\nwc = "path:./evil"\n'],
    ['mise.toml', '[env]\nPATH = "./evil"\n'],
    ['mise.toml', '[tools]\nwc = "1"\n[hooks]\nenter = "./evil"\n'],
    ['.mise.toml', '[env]\n_.source = "./evil"\n'],
    ['mise.toml', '[tools]\nwc = "{{exec(command=\'./evil\')}}"\n'],
    ['src/.config/mise/config.toml', '[alias.wc]\n1 = "path:./evil"\n'],
    ['.prototools', '[plugins.tools]\nwc = "file://./evil.wasm"\n'],
    ['aqua.yaml', 'registries: []\n'],
    ['.config/mise/config.local.toml', '[tools]\nwc = "path:./evil"\n'],
    ['.config/mise/conf.d/a.toml', '[tools]\nwc = "path:./evil"\n'],
    ['.volta/hooks.json', '{"node":{"distro":{"bin":"./evil"}}}'],
  ])('asks when a version manager would run what %s names: %s', async (file, text) => {
    put('home/.asdf/shims/wc');
    const context = looking(['home/.asdf/shims', 'system']);
    expect(decide('cd src && wc a.ts', context)).toBe('allow');
    put(`project/${file}`);
    writeFileSync(place(`project/${file}`), text);
    await setImmediate();
    expect(decide('cd src && wc a.ts', context)).toBe('ask');
    expect(decide('cd src && wc a.ts', looking(['system']))).toBe('allow');
  });

  it.each([
    ['package.json', '{"volta":{"node":"20.1.0"}}'],
    ['package.json', '{"volta":{"extends":"./other/package.json"}}'],
    ['package.json', '{"volta":'],
    ['.volta/hooks.json', '{"node":{"distro":{"bin":"./evil"}}}'],
  ])('asks when Volta would fetch or run what %s names: %s', async (file, text) => {
    put('home/.volta/bin/wc');
    put('home/.asdf/shims/nl');
    const context = looking(['home/.volta/bin', 'home/.asdf/shims']);
    put('project/package.json');
    writeFileSync(place('project/package.json'), '{"name":"x"}');
    expect(decide('wc a.txt', context)).toBe('allow');
    put(`project/${file}`);
    writeFileSync(place(`project/${file}`), text);
    await setImmediate();
    expect(decide('wc a.txt', context)).toBe('ask');
    if (file === 'package.json') expect(decide('nl a.txt', context)).toBe('allow');
  });

  it.each([
    ['.tool-versions', '# tools\nnodejs 20.1.0 system\npython 3.12.1 # old\n'],
    ['.nvmrc', 'lts/iron\n'],
    ['mise.toml', '[tools]\nnode = "22"\n"npm" = \'latest\'\n\n[tasks.build]\nrun = "npm run build"\n'],
  ])('but not when %s only chooses versions', (file, text) => {
    put('home/.asdf/shims/wc');
    writeFileSync(place(`project/${file}`), text);
    expect(decide('wc a.txt', looking(['home/.asdf/shims', 'system']))).toBe('allow');
  });
});
