import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, tempProject } from '../../settings/temp-project.ts';
import { addSubmodule, isReadOnly, MONITOR, repository } from './git-repository-fixture.ts';

describe('git reads submodules', () => {
  it.each([['version 2'], ['version 4'], ['split']])('listed in an index (%s)', (kind) => {
    const temp = repository();
    temp.write('project/a/file.txt', 'a');
    temp.write('project/z/file.txt', 'z');
    git(temp.projectDir, 'add', '.');
    const dir = addSubmodule(temp, 'lib/sub');
    if (kind === 'split') git(temp.projectDir, 'update-index', '--split-index');
    else git(temp.projectDir, 'update-index', '--index-version', kind.slice(-1));
    expect(isReadOnly('git status', temp)).toBe(true);
    writeFileSync(join(dir, '.git/config'), MONITOR, { flag: 'a' });
    expect(isReadOnly('git status', temp)).toBe(false);
    rmSync(join(dir, '.git'), { recursive: true });
    expect(isReadOnly('git status', temp)).toBe(true);
  });

  it('listed with longer hashes', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init', '--object-format=sha256');
    temp.write('project/a.txt', 'a');
    git(temp.projectDir, 'add', '.');
    const dir = addSubmodule(temp, 'sub', 'sha256');
    expect(isReadOnly('git status', temp)).toBe(true);
    writeFileSync(join(dir, '.git/config'), MONITOR, { flag: 'a' });
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('nested ones too, wherever their data is', () => {
    const temp = repository();
    const dir = addSubmodule(temp, 'sub');
    temp.write('project/.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
    git(temp.projectDir, 'submodule', 'absorbgitdirs', 'sub');
    const inner = addSubmodule({ ...temp, projectDir: dir }, 'inner');
    expect(isReadOnly('git status', temp)).toBe(true);
    git(inner, 'config', 'core.fsmonitor', './run.sh');
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('listed in an index elsewhere, behind a stable link', () => {
    const temp = repository();
    const index = join(temp.projectDir, '.git/index');
    temp.write('project/a.txt', 'a');
    git(temp.projectDir, 'add', 'a.txt');
    renameSync(index, join(temp.projectDir, 'elsewhere'));
    symlinkSync('../elsewhere', index);
    expect(isReadOnly('git status', temp)).toBe(true);
    const dir = addSubmodule(temp, 'sub');
    writeFileSync(join(dir, '.git/config'), MONITOR, { flag: 'a' });
    expect(lstatSync(index).isSymbolicLink()).toBe(true);
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('asks when the hash length is unclear', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init', '--object-format=sha256');
    addSubmodule(temp, 'sub', 'sha256');
    const config = join(temp.projectDir, '.git/config');
    writeFileSync(config, readFileSync(config, 'utf8').replace('sha256', 'sha2"56"'));
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('asks when the index can’t be read', () => {
    const temp = repository();
    writeFileSync(
      join(temp.projectDir, '.git/index'),
      Buffer.concat([Buffer.from('DIRC\0\0\0\x02\0\0\0\x05'), Buffer.from([0, 0, 0xe0, 0])]),
    );
    expect(isReadOnly('git status', temp)).toBe(false);
  });
});
