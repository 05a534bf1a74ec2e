import { expect, it } from 'vitest';
import { withShortPaths } from '../../../../renderer/paths/short-path.ts';

it('writes paths from the project folder or from the home folder', () => {
  const folders = { projectDir: '/home/me/shop', home: '/home/me' };
  const short = (text: string): string => withShortPaths(text, folders);
  expect(short('/home/me/shop/.claude/settings.json:3')).toBe('.claude/settings.json:3');
  expect(short('/home/me/.claude/settings.json')).toBe('~/.claude/settings.json');
  expect(short('/home/me/shop')).toBe('~/shop');
  expect(short('it includes /home/me/notes.md and /home/me/shop/a.md')).toBe('it includes ~/notes.md and a.md');
  expect(short('/mnt/home/me/a.md')).toBe('/mnt/home/me/a.md');
  expect(short('/etc/claude-code/managed-settings.json')).toBe('/etc/claude-code/managed-settings.json');
  expect(withShortPaths('/home/me/a', { home: undefined })).toBe('/home/me/a');
});
