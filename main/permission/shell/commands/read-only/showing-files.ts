import { isQuietAwk, isQuietJq, isQuietSed } from '../languages/script-languages.ts';
import { read, text, type ReadOnlyCommand } from './spec-words.ts';

/** Without `--check`, which reads the files named in a list. */
const SUMS = read('-b -t -z --binary --tag --text --zero --help --version');

const AWK = read('-F: -v: --version', { operands: 'pattern', check: isQuietAwk, stopsAtOperand: true });

/** Show, compare and transform file content. */
export const SHOWING_FILES: readonly ReadOnlyCommand[] = [
  [
    'cat',
    read(
      '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version',
    ),
  ],
  ['tac', read('-b -r -s: --before --regex --separator= --help --version')],
  ['head', read('-NUM -c: -n: -q -v -z --bytes= --lines= --quiet --silent --verbose --zero-terminated --help --version')],
  [
    'tail',
    read(
      '-NUM -c: -n: -q -v -z -f -F -s: --bytes= --lines= --quiet --silent --verbose --zero-terminated --follow[=] --retry --pid= --sleep-interval= --help --version',
    ),
  ],
  ['wc', read('-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total= --help --version')],
  [
    'nl',
    read(
      '-b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering= --section-delimiter= --footer-numbering= --header-numbering= --number-format= --number-separator= --number-width= --help --version',
    ),
  ],
  ['rev', read('--help --version -h -V')],
  ['fold', read('-b -s -w: --bytes --spaces --width= --help --version')],
  [
    'fmt',
    read(
      '-c -t -s -u -w: -g: -p: --crown-margin --tagged-paragraph --split-only --uniform-spacing --width= --goal= --prefix= -NUM --help --version',
      { bsd: '-p -t:' },
    ),
  ],
  [
    'column',
    read(
      '-t -x -s: -n: -c: -o: -N: -R: -J -e -L --table --separator= --output-separator= --output-width= --table-columns= --table-right= --json --help --version',
    ),
  ],
  ['paste', read('-d: -s -z --delimiters= --serial --zero-terminated --help --version')],
  ['comm', read('-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --help --version')],
  ['join', read('-1: -2: -a: -e: -i -j: -o: -t: -v: -z --check-order --nocheck-order --header --zero-terminated --help --version')],
  [
    'cut',
    read(
      '-b: -c: -d: -f: -n -s -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated --help --version',
    ),
  ],
  ['tr', text('-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 --help --version')],
  ['expand', read('-i -t: --initial --tabs= --help --version')],
  ['unexpand', read('-a -t: --all --first-only --tabs= --help --version')],
  [
    'od',
    read(
      '-A: -j: -N: -S: -t: -v -w[=] -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --help --version',
    ),
  ],
  ['hexdump', read('-b -c -C -d -e: -n: -o -s: -v -x --canonical --length= --skip= --no-squeezing --help --version')],
  ['xxd', read('-a -b -c: -C -d -e -g: -i -l: -o: -p -ps -r -s: -u -h -v', { maxOperands: 1, unclustered: 'all', stopsAtOperand: true })],
  ['iconv', read('-f: -t: -c -s -l --from-code= --to-code= --list --silent', { globUnsafe: true })],
  ['strings', read('-a -f -n: -t: -e: -o -w -NUM --all --print-file-name --bytes= --radix= --encoding= --help --version', { opener: '@' })],
  ['base64', read('-d -i -w: --decode --ignore-garbage --wrap= --help --version', { bsd: '-i:read' })],
  ['base32', read('-d -i -w: --decode --ignore-garbage --wrap= --help --version')],
  ['bc', read('-l -q -s -w --mathlib --quiet --standard --warn --help --version')],
  ['cksum', read('-a: --algorithm= --untagged --help --version')],
  ['sum', read('-r -s --sysv --help --version')],
  ['md5sum', SUMS],
  ['sha1sum', SUMS],
  ['sha224sum', SUMS],
  ['sha256sum', SUMS],
  ['sha384sum', SUMS],
  ['sha512sum', SUMS],
  ['b2sum', SUMS],
  ['shasum', read('-a: -b -t --algorithm= --binary --text --help --version')],
  ['cmp', read('-b -i: -l -n: -s --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version')],
  [
    'diff',
    read(
      '-NUM -q -s -c -C: -u -U: -e -n -y -W: -p -F: -t -T -r -N -x: -S: -i -E -Z -b -w -B -I: -a -d -H --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --recursive --no-dereference --new-file --unidirectional-new-file --exclude= --starting-file= --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= --speed-large-files --color[=] --help --version',
      // For two folders it shows the files in them.
      { recursive: true, followsLinks: (flags) => !flags.has('--no-dereference') },
    ),
  ],
  [
    'uniq',
    read(
      '-c -d -D -f: -i -s: -u -w: -z --count --repeated --all-repeated[=] --skip-fields= --group[=] --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version',
      { maxOperands: 1 },
    ),
  ],
  [
    'sort',
    read(
      '-b -d -f -g -h -i -k: -M -m -n -R -r -s -t: -u -V -z -c -C --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --key= --month-sort --merge --numeric-sort --random-sort --reverse --sort= --stable --field-separator= --unique --version-sort --zero-terminated --check[=] --parallel= --buffer-size= -S: --debug --help --version',
      { globUnsafe: true },
    ),
  ],
  [
    'sed',
    read(
      '-n -e: -E -r -s -u -z -l: --quiet --silent --expression= --regexp-extended --separate --unbuffered --null-data --line-length= --posix --debug --help --version',
      { operands: 'pattern', patternOptions: ['-e', '--expression'], globUnsafe: true, check: isQuietSed, bsd: '-l' },
    ),
  ],
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  [
    'jq',
    read(
      '-r -j -a -c -s -n -e -S -C -M --raw-output --join-output --ascii-output --compact-output --slurp --null-input --exit-status --sort-keys --color-output --monochrome-output --tab --indent= -R --raw-input --stream --arg:: --argjson:: --help --version -h -V',
      { operands: 'pattern', check: isQuietJq },
    ),
  ],
];
