import type { Word } from '../word.ts';
import type { PathUse } from '../option-spec.ts';

/** Tests and actions of find that only look (findutils 4 manual); the number is how many words each takes. */
const TESTS: ReadonlyMap<string, number> = new Map([
  ...[
    '-true',
    '-false',
    '-print',
    '-print0',
    '-ls',
    '-prune',
    '-depth',
    '-d',
    '-mount',
    '-xdev',
    '-empty',
    '-daystart',
    '-noleaf',
    '-nogroup',
    '-nouser',
    '-readable',
    '-writable',
    '-executable',
    '-not',
    '-and',
    '-or',
    '-a',
    '-o',
    '!',
    '(',
    ')',
    ',',
    '-quit',
    '-P',
    '-H',
    '-help',
    '--help',
    '-version',
    '--version',
  ].map((name) => [name, 0] as const),
  ...[
    '-name',
    '-iname',
    '-path',
    '-ipath',
    '-wholename',
    '-iwholename',
    '-regex',
    '-iregex',
    '-lname',
    '-ilname',
    '-type',
    '-xtype',
    '-size',
    '-mtime',
    '-atime',
    '-ctime',
    '-mmin',
    '-amin',
    '-cmin',
    '-maxdepth',
    '-mindepth',
    '-perm',
    '-user',
    '-group',
    '-uid',
    '-gid',
    '-links',
    '-inum',
    '-printf',
    '-regextype',
    '-fstype',
    '-used',
    '-context',
    '-D',
  ].map((name) => [name, 1] as const),
  ...['-newer', '-anewer', '-cnewer', '-samefile'].map((name) => [name, 1] as const),
]);

/** The paths a look-only find lists; undefined when any word is not on the list. */
export function quietFind(words: readonly Word[]): PathUse[] | undefined {
  const paths: PathUse[] = [];
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i];
    const value = word?.value;
    if (word === undefined || value === null || value === undefined) return undefined;
    if (value === '-P' || value === '-H') continue;
    if (/^[-(),!]/u.test(value)) break;
    if (word.glob && /^[*?[]/u.test(word.text)) return undefined;
    paths.push({ word, value, access: 'list', via: 'operand', recursive: false });
  }
  for (; i < words.length; i++) {
    const word = words[i];
    const arity = TESTS.get(word?.value ?? '');
    if (word === undefined || arity === undefined || word.glob) return undefined;
    for (let step = 0; step < arity; step++) {
      const operand = words[++i];
      if (operand?.value === null || operand === undefined || operand.glob) return undefined;
    }
  }
  return paths;
}
