import type { OptionSpec, ParsedUse } from '../option-spec.ts';
import { isQuietAwk, isQuietJq, isQuietSed } from './script-languages.ts';

/**
 * Commands that only read, with the options under which that is so. Anything not listed asks. Sources: the command
 * and option behaviour of GNU coreutils 9, findutils 4, grep 3, ripgrep 14, sed 4, jq 1.7 and procps manuals; which
 * commands belong here follows Claude Code's documented and measured set. Left out on purpose: options that write
 * (`sort -o`), run programs (`rg --pre`), follow links (`grep -R`), or read lists of file names (`wc --files0-from`).
 */
const read = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'read', ...more });
const list = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'list', ...more });
const text = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'text', ...more });
const none = (options: string): OptionSpec => ({ options, operands: 'none' });

const SUMS = read('-b -c -t -z --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn -w --help --version');

const AWK = read('-F: -v: --version', { operands: 'pattern', check: isQuietAwk });

export const READ_ONLY_COMMANDS: ReadonlyMap<string, OptionSpec> = new Map<string, OptionSpec>([
  // Showing files
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
      '-A: -j: -N: -S: -t: -v -w: -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --help --version',
    ),
  ],
  ['hexdump', read('-b -c -C -d -e: -n: -o -s: -v -x --canonical --length= --skip= --no-squeezing --help --version')],
  ['xxd', read('-a -b -c: -C -d -e -g: -i -l: -o: -p -ps -s: -u -h -v', { maxOperands: 1 })],
  ['iconv', read('-f: -t: -c -s -l --from-code= --to-code= --list --silent')],
  ['strings', read('-a -f -n: -t: -e: -o -w -NUM --all --print-file-name --bytes= --radix= --encoding= --help --version')],
  ['base64', read('-d -i -w: --decode --ignore-garbage --wrap= --help --version')],
  ['base32', read('-d -i -w: --decode --ignore-garbage --wrap= --help --version')],
  ['cksum', read('-a: --algorithm= --untagged --help --version')],
  ['sum', read('-r -s --sysv --help --version')],
  ['md5sum', SUMS],
  ['sha1sum', SUMS],
  ['sha224sum', SUMS],
  ['sha256sum', SUMS],
  ['sha384sum', SUMS],
  ['sha512sum', SUMS],
  ['b2sum', SUMS],
  ['shasum', read('-a: -b -c -t -s --algorithm= --binary --check --text --status --help --version')],
  ['cmp', read('-b -i: -l -n: -s --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version')],
  [
    'diff',
    read(
      '-NUM -q -s -c -C: -u -U: -e -n -y -W: -p -F: -t -T -l -r -N -x: -S: -i -E -Z -b -w -B -I: -a -d -H --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --recursive --no-dereference --new-file --unidirectional-new-file --exclude= --starting-file= --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= --speed-large-files --color[=] --help --version',
      { recursiveOptions: ['-r', '--recursive'] },
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
      { operands: 'pattern', patternOptions: ['-e', '--expression'], globUnsafe: true, check: isQuietSed },
    ),
  ],
  ['awk', AWK],
  ['gawk', AWK],
  ['mawk', AWK],
  [
    'jq',
    read(
      '-r -j -a -c -s -n -e -S -C -M --raw-output --join-output --ascii-output --compact-output --slurp --null-input --exit-status --sort-keys --color-output --monochrome-output --tab --indent= -R --raw-input --stream --help --version -h -V',
      { operands: 'pattern', check: isQuietJq },
    ),
  ],
  // Searching
  ['grep', grep()],
  ['egrep', grep()],
  ['fgrep', grep()],
  [
    'rg',
    read(
      '-NUM -A: -B: -C: -c -e: -F -f:read -g: -H -h -i -I -j: -l -M: -m: -n -N -o -p -P -q -r: -S -s -t: -T: -U -u -v -V -w -x -a -0 -E: --after-context= --before-context= --context= --count --count-matches --regexp= --fixed-strings --file=read --glob= --iglob= --with-filename --no-filename --ignore-case --case-sensitive --smart-case --files-with-matches --files-without-match --max-columns= --max-count= --max-depth= --max-filesize= --line-number --no-line-number --only-matching --pretty --pcre2 --quiet --replace= --type= --type-not= --type-list --multiline --multiline-dotall --unrestricted --invert-match --word-regexp --line-regexp --text --null --json --hidden --no-ignore --no-ignore-vcs --no-messages --color= --colors= --column --heading --no-heading --sort= --sortr= --stats --trim --vimgrep --passthru --threads= --encoding= --engine= --crlf --one-file-system --no-config --help --version',
      {
        operands: 'pattern',
        patternOptions: ['-e', '--regexp', '-f', '--file', '--type-list', '--version', '--help', '-V', '-h'],
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
    ),
  ],
  ['find', { options: '', operands: 'none' }],
  // Looking at names and attributes
  [
    'ls',
    list(
      '-a -A -b -B -c -C -d -f -F -g -G -h -H -i -I: -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T: -u -U -v -w: -x -X -Z -1 --all --almost-all --author --escape --block-size= --ignore-backups --color[=] --directory --dired --classify[=] --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --hide= --hyperlink[=] --indicator-style= --inode --ignore= --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --help --version',
      { defaultsToHere: 'list' },
    ),
  ],
  [
    'tree',
    list(
      '-a -d -f -i -L: -P: -I: -p -s -h -u -g -D -F -v -t -c -U -r -C -n -q -N -Q -x -J -X -S -A --noreport --dirsfirst --filesfirst --sort[=] --prune --gitignore --matchdirs --metafirst --du --si --inodes --device --charset= --filelimit= --timefmt= --ignore-case --help --version',
      { defaultsToHere: 'list', globUnsafe: true },
    ),
  ],
  ['stat', list('-f -c: -t -L --file-system --format= --printf= --terse --dereference --help --version')],
  [
    'file',
    list(
      '-b -i -k -L -h -N -n -p -r -s -0 -F: --brief --mime --mime-type --mime-encoding --keep-going --dereference --no-dereference --no-pad --raw --special-files --separator= --extension --help --version -v',
    ),
  ],
  [
    'du',
    list(
      '-NUM -0 -a -b -B: -c -d: -h -H -k -m -s -S -t: -x --all --apparent-size --block-size= --bytes --total --max-depth= --human-readable --si --summarize --separate-dirs --threshold= --time[=] --time-style= --exclude= --one-file-system --null --inodes --help --version',
      { defaultsToHere: 'list' },
    ),
  ],
  [
    'df',
    list(
      '-a -B: -h -H -i -k -l -m -P -t: -T -x: --all --block-size= --total --human-readable --si --inodes --local --portability --type= --print-type --exclude-type= --output[=] --sync --no-sync --help --version',
      { check: (use) => !use.flags.has('--sync') },
    ),
  ],
  [
    'readlink',
    list(
      '-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero --help --version',
    ),
  ],
  [
    'realpath',
    list(
      '-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --help --version',
    ),
  ],
  ['basename', text('-a -s: -z --multiple --suffix= --zero --help --version')],
  ['dirname', text('-z --zero --help --version')],
  ['pathchk', text('-p -P --portability --help --version')],
  ['test', { options: '', operands: 'none' }],
  ['[', { options: '', operands: 'none' }],
  ['[[', { options: '', operands: 'none' }],
  [
    'cd',
    list('-L -P', { maxOperands: 1, minOperands: 1, check: (use) => use.operands[0]?.value !== '-' && use.operands[0]?.glob !== true }),
  ],
  // Printing
  ['echo', { options: '', operands: 'none' }],
  ['printf', { options: '', operands: 'none' }],
  ['seq', text('-f: -s: -w --format= --separator= --equal-width --help --version')],
  ['expr', text('--help --version')],
  ['true', text('')],
  ['false', text('')],
  [':', text('')],
  ['sleep', text('--help --version')],
  [
    'numfmt',
    text('-d: -z --from= --to= --suffix= --padding= --round= --grouping --format= --field= --header[=] --invalid= --help --version'),
  ],
  ['factor', text('--help --version')],
  ['tput', text('-T:', { check: (use) => ['cols', 'lines', 'colors', 'longname'].includes(use.operands[0]?.value ?? '') })],
  // The machine
  ['pwd', none('-L -P --logical --physical --help --version')],
  [
    'date',
    text('-u -R -I -d: -r:read --utc --universal --rfc-email --iso-8601[=] --rfc-3339= --date= --reference=read --help --version', {
      check: (use) => use.operands.every((word) => word.value?.startsWith('+') === true),
    }),
  ],
  ['whoami', none('--help --version')],
  ['id', text('-a -g -G -n -r -u -z --group --groups --name --real --user --zero --help --version', { maxOperands: 1 })],
  ['groups', text('--help --version')],
  ['users', none('--help --version')],
  ['who', none('-a -b -d -H -l -m -p -q -r -s -t -T -u -w --all --boot --count --heading --help --version')],
  ['w', none('-h -s -f -o --no-header --short --help --version')],
  [
    'uname',
    none(
      '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system --help --version',
    ),
  ],
  [
    'hostname',
    none('-a -A -d -f -i -I -s -y --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short --help --version'),
  ],
  ['arch', none('--help --version')],
  ['nproc', none('--all --ignore= --help --version')],
  ['tty', none('-s --silent --quiet --help --version')],
  ['locale', text('-a -m -c -k -v --all-locales --charmaps --category-name --keyword-name --verbose --help --version')],
  ['getconf', text('-a -v:')],
  ['cal', text('-1 -3 -s -m -j -y -n: -h --help --version')],
  ['uptime', none('-p -s -r --pretty --since --help --version')],
  [
    'free',
    none(
      '-b -k -m -g -h -l -t -w -c: -s: --bytes --kibi --mebi --gibi --human --lohi --total --wide --count= --seconds= --si --help --version',
    ),
  ],
  [
    'ps',
    text(
      '-a -A -d -e -f -F -H -j -l -L -M -N -o: -O: -p: -q: -s: -t: -T -u: -U: -w -x -y -C: -g: -G: -c --pid= --ppid= --user= --group= --format= --sort= --no-headers --headers --forest --cols= --columns= --width= --help --version',
      { check: (use) => use.operands.every((word) => word.value !== null && /^[a-df-zA-Z0-9,]+$/u.test(word.value)) },
    ),
  ],
  [
    'pgrep',
    text(
      '-a -c -d: -f -g: -G: -i -l -n -o -O: -P: -s: -t: -u: -U: -v -w -x --list-full --count --delimiter= --full --ignore-case --list-name --newest --oldest --parent= --euid= --uid= --exact --help --version',
    ),
  ],
  ['pidof', text('-s -c -q -x -z -o: --help --version')],
  [
    'lsof',
    text('-a -b -c: -d: -F: -g: -i -l -n -N -o -p: -P -R -s -t -u: -U -v -V -w -X -h', {
      check: (use) => use.operands.length === 0 || use.flags.has('-i'),
    }),
  ],
  [
    'ss',
    none(
      '-n -r -a -l -o -e -m -p -i -s -4 -6 -0 -t -S -u -d -w -x -H -O --numeric --resolve --all --listening --options --extended --memory --processes --info --summary --ipv4 --ipv6 --tcp --udp --unix --no-header --oneline --help --version -h -V',
    ),
  ],
  [
    'netstat',
    none(
      '-a -c -e -g -i -l -n -o -p -r -s -t -u -v -w -x -W -4 -6 --all --continuous --extend --groups --interfaces --listening --numeric --program --route --statistics --tcp --udp --verbose --wide --help --version',
    ),
  ],
  ['ip', text('-4 -6 -br -brief -c -color -d -details -h -human -j -json -o -oneline -p -pretty -s -stats', { check: isIpShow })],
  [
    'man',
    text('-k -f -w --apropos --whatis --where --path --help --version', {
      check: (use) => use.operands.every((word) => word.value !== null && /^[A-Za-z0-9][\w.+:-]*$/u.test(word.value)),
    }),
  ],
  ['command', text('-v -V', { check: (use) => use.flags.has('-v') || use.flags.has('-V') })],
  ['which', text('-a -s --all --skip-alias --skip-functions')],
  ['type', text('-a -f -p -P -t')],
  ['whereis', text('-b -m -s -u')],
  ['hash', none('')],
  ['history', none('')],
  ['jobs', none('-l -n -p -r -s')],
  ['help', text('-d -m -s')],
  ['getent', text('', { check: (use) => ['passwd', 'group', 'services', 'protocols'].includes(use.operands[0]?.value ?? '') })],
  ['docker', { options: '', operands: 'none' }],
  ['podman', { options: '', operands: 'none' }],
  ['git', { options: '', operands: 'none' }],
]);

/** Programs that may be asked for their version, and nothing else. */
export const VERSION_ONLY: ReadonlySet<string> = new Set([
  'node',
  'python',
  'python3',
  'npm',
  'pnpm',
  'yarn',
  'pip',
  'pip3',
  'cargo',
  'rustc',
  'go',
  'ruby',
  'tsc',
  'deno',
  'bun',
  'git',
  'java',
  'make',
  'cmake',
  'gcc',
  'clang',
]);

function grep(): OptionSpec {
  return {
    options:
      '-NUM -A: -B: -C: -E -F -G -P -e: -f:read -i -y -v -w -x -c -l -L -m: -o -q -s -b -H -h -n -T -u -Z -a -I -r -U -z --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=read --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --after-context= --before-context= --context= --text --binary-files=  --exclude= --exclude-from=read --exclude-dir= --include= --recursive --line-buffered --binary --null-data --help --version -V',
    operands: 'pattern',
    patternOptions: ['-e', '--regexp', '-f', '--file', '--help', '--version', '-V'],
    recursiveOptions: ['-r', '--recursive'],
  };
}

function isIpShow(use: ParsedUse): boolean {
  const words = use.operands.map((word) => word.value ?? '');
  const objects = ['a', 'addr', 'address', 'l', 'link', 'r', 'route', 'n', 'neigh', 'neighbour', 'rule', 'maddr'];
  if (!objects.includes(words[0] ?? '')) return false;
  return words.length === 1 || ['show', 'list', 'ls', 's', 'get'].includes(words[1] ?? '');
}
