import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
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

const contributing = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');

it('CONTRIBUTING.md has a checklist for each kind of change', () => {
  const titles = [...contributing.matchAll(/^\*\*([^*]+)\*\*/gmu)].map(([, title = '']) => title);
  for (const change of [
    'A built-in tool',
    'A read-only command',
    'A field of the permission card',
    'A settings key',
    'A hook event',
    'A timeline column',
    'An IPC command',
    'A model',
    'An environment variable',
    'A session event',
    'A window command',
    'A pane',
  ])
    expect(titles).toContain(change);
});

it('the placeholders in paths of CONTRIBUTING.md stand for names that exist', () => {
  const patterns = [...contributing.matchAll(/`((?:main|shared|renderer|test)\/[\w./<>-]*<[\w./<>-]*)`/gu)].map(([, name = '']) => name);
  expect(patterns).not.toEqual([]);
  expect(patterns.filter((name) => globSync(name.replaceAll(/<\w+>/gu, '*'), { cwd: ROOT }).length === 0)).toEqual([]);
});

it('the identifiers that CONTRIBUTING.md names with a file are in that file', () => {
  const named = [
    ...[...contributing.matchAll(/`(\w+)` in\s+`([\w./-]+\/[\w.-]+)`/gu)].map(([, name = '', file = '']) => ({ name, file })),
    ...[...contributing.matchAll(/`([\w./-]+\/[\w.-]+)`: `(\w+)`/gu)].map(([, file = '', name = '']) => ({ name, file })),
  ];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name, file }) => !new RegExp(`\\b${name}\\b`, 'u').test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

it('the glossary has each term once, in order', () => {
  const terms = [...readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([^|]+) \|/gmu)].map(([, term = '']) =>
    term.toLowerCase(),
  );
  const sorted = [...new Set(terms.slice(1))].toSorted();
  expect(terms.slice(1)).toEqual(sorted);
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
