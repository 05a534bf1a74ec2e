import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSharingSetting } from '#main/settings/sharing-setting.ts';
import { LOCAL, MANAGED, PROJECT, USER } from './settings-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-sharing-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const read = () => readSharingSetting({ homeDir: join(dir, 'home'), managedDir: join(dir, 'managed'), env: {} });

function write(file: string, text: string): void {
  mkdirSync(join(dir, file, '..'), { recursive: true });
  writeFileSync(join(dir, file), text);
}

const save = (file: string, sharing: unknown): void => write(file, JSON.stringify({ gatehouse: { sharing } }));

it('is empty unless it is set', () => {
  expect(read()).toEqual({});
  write(USER, '{}');
  expect(read()).toEqual({});
});

it('has absolute paths', () => {
  save(USER, { port: 4200, host: '0.0.0.0', certificate: '~/desk.pem', key: '/keys/desk.key' });
  expect(read()).toEqual({ port: 4200, host: '0.0.0.0', certificate: join(dir, 'home/desk.pem'), key: '/keys/desk.key' });
});

it('an administrator’s wins over the user’s', () => {
  save(USER, { host: '0.0.0.0', withoutTls: true });
  save(MANAGED, { port: 4200 });
  expect(read()).toEqual({ port: 4200 });
});

it('no file of a project counts', () => {
  for (const file of [PROJECT, LOCAL]) save(file, { host: '0.0.0.0', withoutTls: true });
  expect(read()).toEqual({});
});

it.each([
  ['a relative path', { certificate: 'desk.pem' }, 'not an absolute path'],
  ['a port that is none', { port: 70_000 }, 'port'],
  ['an unknown part', { tls: true }, 'tls'],
  ['no object', 'everywhere', 'object'],
])('all of it is refused with %s', (_name, sharing, why) => {
  save(USER, sharing);
  expect(read).toThrow(`gatehouse.sharing in ${join(dir, USER)} can’t be used.`);
  expect(read).toThrow(why);
  save(MANAGED, sharing);
  expect(read).toThrow(`gatehouse.sharing in ${join(dir, MANAGED)} can’t be used.`);
});

it('a file that can’t be read might set it', () => {
  write(USER, '{"gatehouse": {');
  expect(read).toThrow(`gatehouse.sharing in ${join(dir, USER)} can’t be used.`);
});
