import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStaticFile } from '#main/host/static-files.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let dir: string;
let root: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-static-'));
  root = join(dir, 'site');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(dir, 'site-next'));
  writeFileSync(join(root, 'index.html'), '<p>window</p>');
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'let a');
  writeFileSync(join(root, 'notes.exe'), 'x');
  writeFileSync(join(dir, 'secret.json'), '{}');
  writeFileSync(join(dir, 'site-next/secret.json'), '{}');
  symlinkSync(join(dir, 'secret.json'), join(root, 'link.json'));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('readStaticFile', () => {
  it.each([
    ['', '<p>window</p>', 'text/html; charset=utf-8', false],
    ['/', '<p>window</p>', 'text/html; charset=utf-8', false],
    ['index.html', '<p>window</p>', 'text/html; charset=utf-8', false],
    ['assets/app-1a2b.js', 'let a', 'text/javascript; charset=utf-8', true],
    ['assets/app%2D1a2b.js', 'let a', 'text/javascript; charset=utf-8', true],
  ])('serves %j', async (path, body, contentType, immutable) => {
    expect(await readStaticFile(root, path)).toEqual({ body: Buffer.from(body), contentType, immutable });
  });

  it.each([
    ['up', '../secret.json'],
    ['up, encoded', '%2e%2e/secret.json'],
    ['up, slash encoded', '..%2fsecret.json'],
    ['up, encoded twice', '%252e%252e%252fsecret.json'],
    ['.. inside the path', 'assets/../../secret.json'],
    ['a sibling with the same prefix', '../site-next/secret.json'],
    ['an absolute path', '/%2fetc/passwd'],
    ['a backslash', '..\\secret.json'],
    ['an encoded backslash', '..%5csecret.json'],
    ['a null character', 'index.html%00.js'],
    ['a bad escape', '%zz'],
    ['a link out of the folder', 'link.json'],
    ['a folder', 'assets'],
    ['a type the window does not use', 'notes.exe'],
    ['a missing file', 'missing.js'],
  ])('serves nothing for %s', async (_name, path) => {
    expect(await readStaticFile(root, path)).toBeNull();
  });
});
