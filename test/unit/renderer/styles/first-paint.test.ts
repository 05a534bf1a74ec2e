import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const renderer = path.join(import.meta.dirname, '../../../../renderer');
const page = readFileSync(path.join(renderer, 'index.html'), 'utf8');
const tokens = readFileSync(path.join(renderer, 'styles/tokens.css'), 'utf8');

it('the first paint uses the colors and sizes of the tokens', () => {
  const colours = page.match(/light-dark\(oklch\(.*?\), oklch\(.*?\)\)/g) ?? [];
  expect(colours).toHaveLength(4);
  expect(colours.filter((colour) => !tokens.includes(`: ${colour};`))).toEqual([]);
  const size = (token: string) => new RegExp(`--${token}: (\\w+);`).exec(tokens)?.[1];
  expect(page).toContain(`height: ${size('toolbar')};`);
  expect(page).toContain(`width: ${size('rail')};`);
  expect(page).toContain(`height: ${size('status')};`);
  expect(page).toContain(`inset: ${size('toolbar')} auto ${size('status')} 0;`);
});
