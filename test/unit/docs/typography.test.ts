import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';

/** Text of others, or of tools as the model reads it. */
const NOT_OURS = new Set(['docs/compatibility.md', 'docs/tools.md']);

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: appRoot })].filter((page) => !NOT_OURS.has(page));

describe.each(pages)('%s', (page) => {
  // Without code, whose characters count.
  const prose = readFileSync(join(appRoot, page), 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gmu, '')
    .replaceAll(/^ {4}\S.*$/gmu, '')
    .replaceAll(/`[^`]*`/gu, '`')
    .split('\n');

  it('has typographic apostrophes', () => {
    expect(prose.filter((line) => /[\p{L}`]'/u.test(line))).toEqual([]);
  });

  it('separates the thousands of a number by commas', () => {
    expect(prose.filter((line) => /(?<![\d.:/])\d{1,3}(?: 000)+\b|(?<![\d#.,:/-])\d{5,}(?![\d.:/])/u.test(line))).toEqual([]);
  });
});
