import { lastName } from '../../../paths/ignore-exceptions.ts';
import type { OptionSpec, ParsedUse } from '../../option-spec.ts';
import type { Word } from '../../parse/word.ts';
import { grepFilter } from '../grep-filter.ts';
import { list, read, type ReadOnlyCommand } from './spec-words.ts';

const GREP: OptionSpec = {
  options:
    '-NUM -A: -B: -C: -E -F -G -P -e: -f:read -i -y -v -w -x -c -l -L -m: -o -q -s -b -H -h -n -T -u -Z -a -I -r -U -z --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=read --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --after-context= --before-context= --context= --text --binary-files=  --exclude= --exclude-from=read --exclude-dir= --include= --recursive -R --dereference-recursive --line-buffered --binary --null-data --help --version -V',
  operands: 'pattern',
  patternOptions: ['-e', '--regexp', '-f', '--file', '--help', '--version', '-V'],
  recursiveOptions: ['-r', '--recursive', '-R', '--dereference-recursive'],
  followsLinks: (flags) => flags.has('-R') || flags.has('--dereference-recursive'),
  filter: grepFilter,
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

/** Types of ripgrep whose files all have one of these endings (`rg --type-list`), or had one in another version. */
const ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'asm asm s',
    'c c h in cats',
    'clojure clj cljc cljs cljx',
    'cpp c h cc hh cpp hpp cxx hxx inl in',
    'cs cs',
    'csharp cs',
    'css css scss',
    'csv csv',
    'dart dart',
    'elixir eex ex exs heex leex livemd',
    'elm elm',
    'erlang erl hrl',
    'go go',
    'graphql graphql graphqls gql',
    'h h hh hpp',
    'haskell c2hs cpphs hs hsc lhs',
    'html ejs htm html',
    'java java jsp jspx properties',
    'js cjs js jsx mjs vue',
    'julia jl',
    'kotlin kt kts',
    'less less',
    'lua lua',
    'markdown markdown md mdown mdwn mdx mkd mkdn',
    'md markdown md mdown mdwn mdx mkd mkdn',
    'nim nim nimble nimf nims',
    'ocaml ml mli mll mly',
    'php php php3 php4 php5 php7 php8 pht phtml',
    'protobuf proto',
    'py py pyi',
    'r r rmd rnw rproj',
    'rust rs',
    'sass sass scss',
    'scala sbt scala',
    'sql psql sql',
    'svelte svelte ts',
    'svg svg',
    'swift swift',
    'tex bib cls dtx ins ltx sty tex',
    'ts cts mts ts tsx',
    'txt txt',
    'typescript cts mts ts tsx',
    'vue vue',
    'xml dist dtd rng sch xhtml xjb xml xsd xsl xslt',
    'zig zig zon',
  ].map((line) => {
    const [type = '', ...endings] = line.split(' ');
    return [type, endings];
  }),
);

/** Patterns of hidden names that a search by name reads because they are named explicitly (ripgrep manual, `--glob` and `--type`). */
export function namesShown({ values }: ParsedUse, words: readonly Word[]): readonly string[] {
  const valuesOf = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => (values.get(name) ?? []).map((value) => value.replace(/^=/u, '')));
  const types = valuesOf('-t', '--type').map((type) => ENDINGS.get(type));
  if (words.some(({ value }) => value === null) || types.includes(undefined)) return ['*'];
  const globs = valuesOf('-g', '--glob', '--iglob').filter((glob) => !glob.startsWith('!'));
  return [...globs.flatMap(alternatives).map(lastName), ...types.flatMap((endings) => (endings ?? []).map((ending) => `*.${ending}`))];
}

/** More would not be worth comparing. */
const MAX_ALTERNATIVES = 50;

/** `*.{ts,tsx}` as `*.ts` and `*.tsx`. A pattern with brackets or escapes, which change what braces mean, stays as it is. */
function alternatives(glob: string): readonly string[] {
  if (/[[\\]/u.test(glob)) return [glob];
  let found = [glob];
  for (;;) {
    const group = /\{[^{}/]*\}/u.exec(found[0] ?? '')?.[0];
    if (group === undefined) return found;
    found = group
      .slice(1, -1)
      .split(',')
      .flatMap((one) => found.map((pattern) => pattern.replace(group, () => one)));
    if (found.length > MAX_ALTERNATIVES) return [glob];
  }
}
