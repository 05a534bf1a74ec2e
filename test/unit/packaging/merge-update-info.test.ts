import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appRoot } from '#main/app-root.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'gatehouse-packages-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function built(machine: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(dir, machine));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, machine, name), content);
}

const info = (url: string, version = '1.5.0'): string =>
  `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: c3Vt\n    size: 3\npath: ${url}\n`;
const merge = () => promisify(execFile)(process.execPath, [join(appRoot, 'scripts/merge-update-info.mjs'), dir]);

describe('merging the packages of several machines', () => {
  it('lists the files of all machines in one description of the version', async () => {
    built('macos-arm', { 'latest-mac.yml': info('Gatehouse-1.5.0-arm64-mac.zip'), 'Gatehouse-1.5.0-arm64-mac.zip': 'arm' });
    built('macos-intel', { 'latest-mac.yml': info('Gatehouse-1.5.0-mac.zip'), 'Gatehouse-1.5.0-mac.zip': 'x64' });
    await merge();
    expect(readdirSync(dir).toSorted()).toEqual(['Gatehouse-1.5.0-arm64-mac.zip', 'Gatehouse-1.5.0-mac.zip', 'latest-mac.yml']);
    expect(parse(readFileSync(join(dir, 'latest-mac.yml'), 'utf8'))).toMatchObject({
      version: '1.5.0',
      files: [{ url: 'Gatehouse-1.5.0-arm64-mac.zip' }, { url: 'Gatehouse-1.5.0-mac.zip' }],
    });
  });

  it('fails when two machines built a package of the same name', async () => {
    built('a', { 'Gatehouse.exe': 'x64' });
    built('b', { 'Gatehouse.exe': 'arm' });
    await expect(merge()).rejects.toThrow('Two machines built Gatehouse.exe');
  });

  it('fails when two machines built different versions', async () => {
    built('a', { 'latest.yml': info('a.exe') });
    built('b', { 'latest.yml': info('b.exe', '1.6.0') });
    await expect(merge()).rejects.toThrow('latest.yml describes 1.5.0 and 1.6.0');
  });
});
