import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { joinedValues } from './forms/form.ts';
import { isBuildOutput } from '../script-risk.ts';
import type { EffectsContext } from '../effects-context.ts';
import type { Word } from '../parse/word.ts';
import { innerWords } from './named-runners.ts';

/**
 * Options that name a folder, or a file, which the program empties or removes before it writes there (manuals). Without dashes, in lower
 * case: `--outDir` and `--out-dir` are the same to these programs.
 */
const CLEARED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    vite: 'outdir',
    vitepress: 'outdir',
    astro: 'outdir',
    vitest: 'coverage.reportsdirectory outputdir',
    playwright: 'output',
    c8: 'reportsdir reportdir o tempdirectory',
    nyc: 'reportdir tempdir',
    pytest: 'output basetemp alluredir',
    'py.test': 'output basetemp alluredir',
    coverage: 'datafile',
    storybook: 'o outputdir',
    ng: 'outputpath',
    typedoc: 'out',
    mkdocs: 'd sitedir',
    jekyll: 'd destination',
    ncc: 'o out',
    tsdown: 'd outdir',
    tsup: 'd outdir',
    docusaurus: 'outdir',
    expo: 'outputdir',
    sphinx: 'o',
    allure: 'o output',
    swc: 'd outdir',
    babel: 'd outdir',
    webpack: 'o outputpath',
  }).map(([name, options]) => [name, options.split(' ')]),
);

/** These empty their folder only with such an option. */
const ONLY_WITH: ReadonlyMap<string, RegExp> = new Map([
  ['pytest', /^--(?:clean-al|output|basetemp)/u],
  ['tsup', /^--clean/u],
  ['allure', /^(?:-c|--clean)/u],
  ['swc', /^--delete-dir/u],
  ['babel', /^--delete-dir/u],
  ['webpack', /^--output-clean/u],
]);

/** Whether a tool empties a folder, or replaces a file, which isn't one that builds make anew. */
export function clearsSources(program: string, rest: readonly Word[], context: EffectsContext): boolean {
  const inner = innerWords(program, rest);
  const [name] = inner ?? [];
  if (inner !== undefined && typeof name?.value === 'string') return clearsSources(path.basename(name.value), inner.slice(1), context);
  const options = CLEARED.get(program);
  const values = rest.map(({ value }) => value ?? '');
  const needs = ONLY_WITH.get(program);
  if (options === undefined || (needs !== undefined && !values.some((value) => needs.test(value)))) return false;
  const folders = values.flatMap((value, at) => [
    ...(isNamed(values[at - 1] ?? '', options) ? [value] : []),
    ...(isNamed(value.split('=')[0] ?? '', options) ? joinedValues(value) : []),
    ...(/^-[a-z][^-]/u.test(value) && options.includes(value.charAt(1)) ? [value.slice(2)] : []),
  ]);
  const places = [context.dir, ...context.others.map(({ dir }) => dir)];
  return folders.some(
    (folder) => folder !== '' && !isBuildOutput(folder) && places.some((place) => holdsSomething(path.resolve(place, folder))),
  );
}

function isNamed(word: string, options: readonly string[]): boolean {
  return word.startsWith('-') && options.includes(word.replaceAll('-', '').toLowerCase());
}

function holdsSomething(place: string): boolean {
  try {
    const found = lstatSync(place, { throwIfNoEntry: false });
    return found !== undefined && (!found.isDirectory() || readdirSync(place).length > 0);
  } catch {
    // It is there but can’t be read.
    return true;
  }
}
