import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = [
  ...readdirSync(ROOT),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join('docs', name)),
].filter((name) => name.endsWith('.md'));
/** Source folders: a path below them in backquotes names a file of this repository. */
const SOURCES = /^(?:main|shared|renderer|preload|stories|scripts|test)\/[\w./-]+$/u;

it.each(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const named = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, name = '']) => name).filter((name) => SOURCES.test(name));
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, target = '']) => path.join(path.dirname(page), target));
  expect([...named, ...linked].filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it.each(PAGES)('%s links only to headings that exist', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/gu)].map(([, file = '', heading = '']) => ({ file, heading }));
  const missing = links.filter(({ file, heading }) => {
    const target = file === '' ? page : path.join(path.dirname(page), file);
    return !headingsOf(readFileSync(path.join(ROOT, target), 'utf8')).has(heading);
  });
  expect(missing).toEqual([]);
});

/** The anchors GitHub gives to a page's headings. */
function headingsOf(text: string): ReadonlySet<string> {
  const titles = text.matchAll(/^#+ (.+)$/gmu);
  return new Set(
    [...titles].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
