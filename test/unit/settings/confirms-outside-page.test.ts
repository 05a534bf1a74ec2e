import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirmsOutsidePage, outsidePageSetting } from '#main/settings/confirms-outside-page.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-own-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const options = () => ({ homeDir: join(dir, 'home'), managedDir: join(dir, 'managed'), env: {} });
const USER = 'home/.claude/settings.json';
const MANAGED = 'managed/managed-settings.json';

function write(file: string, text: string): void {
  mkdirSync(join(dir, file, '..'), { recursive: true });
  writeFileSync(join(dir, file), text);
}

function save(file: string, value: unknown): void {
  write(file, JSON.stringify(value));
}

const on = { gatehouse: { confirmOutsidePage: true } };
const off = { gatehouse: { confirmOutsidePage: false } };

it('is off unless a setting turns it on', () => {
  expect(confirmsOutsidePage(options())).toEqual({ isOn: false });
  save(USER, {});
  expect(confirmsOutsidePage(options())).toEqual({ isOn: false });
  save(USER, on);
  expect(confirmsOutsidePage(options())).toEqual({ isOn: true });
});

it('managed settings win over the user’s', () => {
  save(USER, off);
  save(MANAGED, on);
  expect(confirmsOutsidePage(options())).toEqual({ isOn: true });
  save(MANAGED, {});
  expect(confirmsOutsidePage(options())).toEqual({ isOn: false });
});

describe('counts as on, with the file and the reason,', () => {
  const texts = {
    'when the user’s file isn’t JSON': '{"gatehouse": {"confirmOutsidePage": false}',
    'when its value is neither true nor false': '{"gatehouse": {"confirmOutsidePage": "no"}}',
    'when its key isn’t an object': '{"gatehouse": []}',
    'when the file isn’t an object': '[]',
  };
  for (const [name, text] of Object.entries(texts))
    it(name, () => {
      write(USER, text);
      const found = confirmsOutsidePage(options());
      expect(found.isOn).toBe(true);
      expect(found.unread).toContain(join(dir, USER));
    });

  it('when the user’s file is no file', () => {
    mkdirSync(join(dir, USER), { recursive: true });
    expect(confirmsOutsidePage(options())).toEqual({
      isOn: true,
      unread: `gatehouse.confirmOutsidePage counts as on until ${join(dir, USER)} can be read. It is not a regular file.`,
    });
  });

  it('when the managed file can’t be read, whatever the user’s says', () => {
    save(USER, off);
    write(MANAGED, '{');
    const found = confirmsOutsidePage(options());
    expect(found.isOn).toBe(true);
    expect(found.unread).toContain(join(dir, MANAGED));
  });
});

it('a managed value counts where the user’s file can’t be read', () => {
  save(MANAGED, off);
  write(USER, '{');
  expect(confirmsOutsidePage(options())).toEqual({ isOn: false });
});

it('another mistake in the file changes nothing', () => {
  save(USER, { gatehouse: { confirmOutsidePage: false, userShell: 'maybe' }, permissions: { allow: [1] } });
  expect(confirmsOutsidePage(options())).toEqual({ isOn: false });
});

describe('the setting of a host', () => {
  it('is read again until the file can be read, and then stays', () => {
    write(USER, '{');
    const setting = outsidePageSetting(options());
    expect(setting().isOn).toBe(true);
    expect(setting().unread).toBeDefined();
    save(USER, off);
    expect(setting()).toEqual({ isOn: false });
    save(USER, on);
    expect(setting()).toEqual({ isOn: false });
  });

  it('stays as it was when the file is broken later', () => {
    save(USER, on);
    const setting = outsidePageSetting(options());
    write(USER, '{');
    expect(setting()).toEqual({ isOn: true });
  });
});
