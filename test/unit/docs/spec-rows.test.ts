import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['main', 'shared', 'renderer', 'preload', 'test/unit', 'test/conformance', 'test/support'];

it('every row that a source file cites is in docs/spec.md', () => {
  const spec = readFileSync(path.join(ROOT, 'docs/spec.md'), 'utf8');
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(ROOT, folder, name)),
  ).filter((name) => /\.tsx?$/u.test(name));
  const cited = sources.flatMap((name) => readFileSync(name, 'utf8').match(/SPEC [A-Z]\d+(?:, [A-Z]\d+)*/gu) ?? []);
  const rows = new Set(cited.flatMap((text) => text.match(/\b[A-Z]\d+\b/gu) ?? []));
  expect(rows.size).toBeGreaterThan(20);
  expect([...rows].filter((row) => !spec.includes(`\n| ${row} | `))).toEqual([]);
});
