import { lastName } from '../../../paths/ignore-exceptions.ts';
import type { OptionSpec, ParsedUse } from '../../option-spec.ts';
import type { Word } from '../../parse/word.ts';
import { list, read, type ReadOnlyCommand } from './spec-words.ts';

const GREP: OptionSpec = {
  options:
    '-NUM -A: -B: -C: -E -F -G -P -e: -f:read -i -y -v -w -x -c -l -L -m: -o -q -s -b -H -h -n -T -u -Z -a -I -r -U -z --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=read --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --after-context= --before-context= --context= --text --binary-files=  --exclude= --exclude-from=read --exclude-dir= --include= --recursive -R --dereference-recursive --line-buffered --binary --null-data --help --version -V',
  operands: 'pattern',
  patternOptions: ['-e', '--regexp', '-f', '--file', '--help', '--version', '-V'],
  recursiveOptions: ['-r', '--recursive', '-R', '--dereference-recursive'],
  followsLinks: (flags) => flags.has('-R') || flags.has('--dereference-recursive'),
  bsd: '-C[=]',
};

/** Search in files and for files. */
export const SEARCHING: readonly ReadOnlyCommand[] = [
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  [
    'rg',
    read(
      '-NUM -A: -B: -C: -c -e: -F -f:read -g: -H -h -i -I -j: -l -M: -m: -n -N -o -p -P -q -r: -S -s -t: -T: -U -u -v -V -w -x -a -0 -E: --after-context= --before-context= --context= --count --count-matches --regexp= --fixed-strings --file=read --glob= --iglob= --with-filename --no-filename --ignore-case --case-sensitive --smart-case --files-with-matches --files-without-match --max-columns= --max-count= --max-depth= --max-filesize= --line-number --no-line-number --only-matching --pretty --pcre2 --quiet --replace= --type= --type-not= --type-list --files --multiline --multiline-dotall --unrestricted --invert-match --word-regexp --line-regexp --text --null --json --hidden --no-ignore --no-ignore-vcs --no-messages --color= --colors= --column --heading --no-heading --sort= --sortr= --stats --trim --vimgrep --passthru --threads= --encoding= --engine= --crlf --one-file-system --no-config --help --version',
      {
        operands: 'pattern',
        patternOptions: ['-e', '--regexp', '-f', '--file', '--type-list', '--files', '--version', '--help', '-V', '-h'],
        defaultsToHere: 'recursive',
        globUnsafe: true,
        recursive: true,
      },
    ),
  ],
  [
    'fd',
    list(
      '-H -I -u -s -i -g -F -a -l -0 -d: -t: -e: -E: -S: -1 -q -p --hidden --no-ignore --unrestricted --case-sensitive --ignore-case --glob --fixed-strings --absolute-path --print0 --max-depth= --min-depth= --exact-depth= --type= --extension= --exclude= --size= --max-results= --changed-within= --changed-before= --full-path --color= --no-ignore-vcs --help --version -V',
      { globUnsafe: true, entersLinks: () => true },
    ),
  ],
  ['find', { options: '', operands: 'none' }],
];

/** Types of ripgrep that match no hidden file (`rg --type-list`). */
const TYPES_WITHOUT_HIDDEN = new Set(
  'asm c clojure cpp cs csharp css csv dart elixir elm erlang go graphql h haskell html java js julia kotlin less lua markdown md nim ocaml php protobuf py r rust sass scala sql svelte svg swift tex ts txt typescript vue xml zig'.split(
    ' ',
  ),
);

/** Patterns of hidden names that a search by name reads because they are named explicitly (ripgrep manual, `--glob` and `--type`). */
export function namesShown({ values }: ParsedUse, words: readonly Word[]): readonly string[] {
  const valuesOf = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => (values.get(name) ?? []).map((value) => value.replace(/^=/u, '')));
  if (words.some(({ value }) => value === null) || valuesOf('-t', '--type').some((type) => !TYPES_WITHOUT_HIDDEN.has(type))) return ['*'];
  // Braces count as matching anything.
  return valuesOf('-g', '--glob', '--iglob').flatMap((glob) => (glob.startsWith('!') ? [] : [lastName(glob.replace(/\{.*\}/gsu, '*'))]));
}
