import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirmsOutsidePage } from '#main/settings/confirms-outside-page.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-own-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const options = () => ({ homeDir: join(dir, 'home'), managedDir: join(dir, 'managed'), env: {} });

function save(file: string, value: unknown): void {
  mkdirSync(join(dir, file, '..'), { recursive: true });
  writeFileSync(join(dir, file), JSON.stringify(value));
}

const on = { gatehouse: { confirmOutsidePage: true } };
const off = { gatehouse: { confirmOutsidePage: false } };

it('is off unless a setting turns it on', () => {
  expect(confirmsOutsidePage(options())).toBe(false);
  save('home/.claude/settings.json', on);
  expect(confirmsOutsidePage(options())).toBe(true);
});

it('managed settings win over the user’s', () => {
  save('home/.claude/settings.json', off);
  save('managed/managed-settings.json', on);
  expect(confirmsOutsidePage(options())).toBe(true);
  save('managed/managed-settings.json', {});
  expect(confirmsOutsidePage(options())).toBe(false);
});
