import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';

const guide = readFileSync(join(appRoot, 'docs/guide.md'), 'utf8');

/** The window's texts: those of the panes, and the titles of commands. */
const texts = [
  ...readdirSync(join(appRoot, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('words.ts'))
    .map((file) => readFileSync(join(appRoot, 'renderer', file), 'utf8')),
  ...Object.values(WINDOW_COMMANDS).map(({ title }) => `'${title}'`),
].join('\n');

it('docs/guide.md names buttons and titles as the window does', () => {
  const named = [...guide.replaceAll(/`[^`]*`/gu, '').matchAll(/\*\*([^*]+)\*\*/gu)].map(([, name = '']) => name.replaceAll('\n', ' '));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !texts.includes(`'${name}'`))).toEqual([]);
});

it('docs/guide.md gives the keys that commands have', () => {
  const keys = [...guide.matchAll(/\*\*([^*]+)\*\* \(`(Ctrl\+[^`]+)`\)/gu)];
  expect(keys.length).toBeGreaterThan(3);
  for (const [, title = '', key = ''] of keys) {
    const command = Object.values(WINDOW_COMMANDS).find((each) => each.title === title.replaceAll('\n', ' '));
    expect(command && 'keys' in command && keysInWords(command.keys), title).toBe(key);
  }
});

/** As the window shows them except on a Mac: “Ctrl+Shift+J” for `Shift+Mod+J`. */
function keysInWords(chord: string): string {
  const keys = chord.split('+').toSorted((a, b) => Number(b === 'Mod') - Number(a === 'Mod'));
  return keys.join('+').replace('Mod', 'Ctrl').replace('ArrowUp', '↑');
}

it('docs/guide.md shows pictures that exist', () => {
  const pictures = [...guide.matchAll(/\]\((gallery\/[^)]+)\)/gu)].map(([, file = '']) => file);
  expect(pictures.length).toBeGreaterThan(8);
  for (const file of pictures) expect(existsSync(join(appRoot, 'docs', file)), file).toBe(true);
});
