import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browseFolder, locateFolder, realFolder } from '#main/engine/project/folders.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-folders-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('browseFolder', () => {
  it('lists visible folders by name and marks repositories', async () => {
    await mkdir(join(root, 'beta', '.git'), { recursive: true });
    await mkdir(join(root, 'alpha'));
    await mkdir(join(root, '.hidden'));
    await writeFile(join(root, 'file.txt'), '');
    const listing = await browseFolder(root);
    expect(listing.folders.map((folder) => [folder.name, folder.isGit])).toEqual([
      ['alpha', false],
      ['beta', true],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('says what to do about a folder that may not be read', async () => {
    await mkdir(join(root, 'locked'), { mode: 0o000 });
    await expect(realFolder(join(root, 'locked'))).rejects.toThrow(/Change its permissions/);
  });

  it('has no parent at the top', async () => {
    expect((await browseFolder('/')).parent).toBeNull();
  });
});

describe('realFolder', () => {
  it.each([
    ['relative/path', 'not an absolute path'],
    ['/nowhere/at/all', 'There is no folder'],
  ])('rejects %s', async (path, message) => {
    await expect(realFolder(path)).rejects.toThrow(message);
  });

  it('rejects a file', async () => {
    await writeFile(join(root, 'file.txt'), '');
    await expect(realFolder(join(root, 'file.txt'))).rejects.toThrow('is a file');
  });
});

describe('locateFolder', () => {
  it('finds every folder of that name with the entries', async () => {
    for (const folder of ['code/shop', 'old/shop', 'else/shop']) await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, 'code/shop/package.json'), '{}');
    await writeFile(join(root, 'old/shop/package.json'), '{}');
    const found = await locateFolder({ name: 'shop', entries: ['package.json'] }, [], [root]);
    expect(found.toSorted()).toEqual([join(root, 'code/shop'), join(root, 'old/shop')]);
  });

  it('checks likely locations first and returns each once', async () => {
    await mkdir(join(root, 'shop'));
    expect(await locateFolder({ name: 'shop', entries: [] }, [join(root, 'shop')], [root])).toEqual([join(root, 'shop')]);
  });

  it('rejects a name that contains a path', async () => {
    await mkdir(join(root, 'shop'));
    expect(await locateFolder({ name: '../shop', entries: [] }, [], [root])).toEqual([]);
  });
});
