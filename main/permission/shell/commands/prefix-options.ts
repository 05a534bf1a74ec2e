import type { OptionSpec } from '../option-spec.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { READ_ONLY_COMMANDS } from './read-only.ts';

/**
 * Further options that a prefix rule covers for programs with an option table, in addition to their read-only ones. An option not in the
 * table (an abbreviation, a rare or new one) asks, since it may write or run something (GNU, BSD and tool manuals).
 */
const FURTHER: Readonly<Record<string, string>> = {
  grep: '-R --dereference-recursive -d: -D: --directories= --devices=',
  rg: '-L --follow -. --auto-hybrid-regex --ignore --no-heading --no-ignore-parent --iglob= --sort-files',
  sort: '-o:write --output=write',
  tree: '-o:write -l -R',
  iconv: '-o:write --output=write',
  diff: '--strip-trailing-cr --palette=',
  tail: '--max-unchanged-stats=',
  mkdir: '-Z',
  cp: '-T --no-target-directory -t:write --target-directory=write --no-preserve= --sparse= --reflink[=] --attributes-only',
  mv: '-t:write --target-directory=write',
  rm: '--no-preserve-root --preserve-root[=]',
};

/** Programs that write: the options a prefix rule for them covers. */
const WRITERS: Readonly<Record<string, string>> = {
  install: '-c -C -d -D -m: -p -T -t:write -v --mode= --directory --compare --preserve-timestamps --target-directory=write --verbose',
  ln: '-s -f -i -n -r -T -t:write -v --symbolic --force --interactive --no-dereference --relative --target-directory=write --verbose',
  tee: '-a -i -p --append --ignore-interrupts --output-error[=]',
  truncate: '-c -s: -r:read --no-create --size= --reference=read',
  chmod: '-R -c -f -v --recursive --changes --silent --quiet --verbose --reference=read -x -w -r -X -s -t -rwx',
  chown: '-R -c -f -v -h --recursive --changes --silent --quiet --verbose --no-dereference',
  chgrp: '-R -c -f -v -h --recursive --changes --silent --quiet --verbose --no-dereference',
  patch:
    '-p: -i:read -N -R -s -E -l -F: -b -t -f -u -d:write -o:write -r:write --strip= --input=read --forward --reverse --dry-run --silent --quiet --batch --force --unified --ignore-whitespace --fuzz= --verbose --directory=write --output=write',
  split: '-a: -b: -C: -d -l: -n: -x --suffix-length= --bytes= --lines= --numeric-suffixes[=] --number= --additional-suffix= --verbose',
  csplit: '-f:write -n: -k -s -z --prefix=write --digits= --keep-files --quiet --silent --elide-empty-files',
  gzip: '-c -d -f -k -l -n -N -q -r -t -v -1 -2 -3 -4 -5 -6 -7 -8 -9 --stdout --decompress --force --keep --list --quiet --recursive --test --verbose --fast --best',
  gunzip: '-c -f -k -l -n -N -q -r -t -v --stdout --force --keep --list --quiet --recursive --test --verbose',
  bzip2: '-c -d -f -k -q -t -v -z -1 -2 -3 -4 -5 -6 -7 -8 -9 --stdout --decompress --force --keep --quiet --test --verbose',
  xz: '-c -d -f -k -l -q -t -T: -v -z -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -e --stdout --decompress --compress --force --keep --list --quiet --test --threads= --verbose --extreme',
  zstd: '-c -d -f -k -l -o:write -q -r -t -T: -v -z -NUM --stdout --decompress --compress --force --keep --list --quiet --test --threads= --rm --ultra',
  zip: '-r -q -v -9 -0 -1 -6 -j -y -u -x: -i: -D -X -FS -@ -T --recurse-paths --quiet --verbose --junk-paths --symlinks --update --exclude= --include=',
  unzip: '-l -o -n -q -d: -j -p -v -t -x: -a -L -u -f -Z -1 -C',
  rsync:
    '-a -v -r -z -n -P -h -u -c -l -t -p -g -o -D -i -R -x -W -q -H -A -X -S -m --archive --verbose --recursive --compress --dry-run --progress --partial --human-readable --update --checksum --links --perms --times --group --owner --stats --exclude= --include= --exclude-from=read --include-from=read --info= --bwlimit= --itemize-changes --quiet --no-perms --no-owner --no-group --no-times --size-only --ignore-existing --existing --mkpath --prune-empty-dirs --filter= --chmod= --timeout=',
  curl: '-s -S -f -L -v -I -i -k -H: -d: -F: -X: -o:write -O -w: -u: -A: -e: -m: -b: -G -N -4 -6 -# -g -r: -D:write -c:write -V -h -j -l -a -B --silent --show-error --fail --fail-with-body --location --verbose --head --include --insecure --header= --data= --data-raw= --data-binary= --data-ascii= --data-urlencode= --json= --form= --form-string= --request= --output=write --remote-name --write-out= --user= --user-agent= --referer= --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused --compressed --cookie= --get --no-buffer --http1.1 --http2 --http1.0 --url= --progress-bar --globoff --no-progress-meter --dump-header=write --cookie-jar=write --oauth2-bearer= --limit-rate= --create-dirs --output-dir=write --path-as-is --tlsv1.2 --tlsv1.3 --max-redirs= --range= --help --version --ipv4 --ipv6 --basic --digest --no-keepalive --etag-save=write --trace-ascii=write --trace=write --trace-time --post301 --post302',
  wget: '-q -nv -v -c -N -O:write -P:write -S -T: -t: -U: -4 -6 -nc -nd -r -l: -np -p -k -E -A: -R: --quiet --no-verbose --verbose --continue --timestamping --output-document=write --directory-prefix=write --spider --server-response --timeout= --tries= --user-agent= --header= --no-check-certificate --show-progress --no-clobber --recursive --level= --no-parent --page-requisites --convert-links --content-disposition --max-redirect= --help --version',
  bat: '-n -p -A -l: -r: -P --number --plain --show-all --language= --line-range= --style= --color= --decorations= --theme= --no-pager --wrap= --tabs= --help --version',
  tar: '-c -x -t -f: -v -z -j -J -a -C: -p -k -m -O -r -u -A -W -l -S -o --create --extract --get --list --append --update --file= --verbose --gzip --gunzip --bzip2 --xz --zstd --lzma --auto-compress --directory= --exclude= --exclude-vcs --exclude-vcs-ignores --strip-components= --keep-old-files --skip-old-files --keep-newer-files --to-stdout --wildcards --no-wildcards --no-same-owner --no-same-permissions --same-permissions --preserve-permissions --one-file-system --owner= --group= --numeric-owner --mtime= --sort= --format= --warning= --totals --no-recursion --ignore-failed-read --help --version',
};

const GREP_LINKS = (flags: ReadonlySet<string>): boolean => flags.has('-R') || flags.has('--dereference-recursive');
const FOLLOWING = (flags: ReadonlySet<string>): boolean => flags.has('-L') || flags.has('--follow');

/** Less strict, where only the paths matter and are checked separately. */
function loosened(program: string, spec: OptionSpec): OptionSpec {
  const { maxOperands: _most, ...rest } = spec;
  const options = `${spec.options} ${FURTHER[program] ?? ''}`;
  const recursiveOptions = [...(spec.recursiveOptions ?? []), ...(program.endsWith('grep') ? ['-R', '--dereference-recursive'] : [])];
  if (program.endsWith('grep'))
    return { ...rest, options: `${spec.options} ${FURTHER['grep'] ?? ''}`, recursiveOptions, followsLinks: GREP_LINKS };
  if (program === 'rg') return { ...rest, options, followsLinks: FOLLOWING };
  return ['uniq', 'xxd'].includes(program) ? { ...rest, options } : { ...spec, options };
}

/** Judged by separate tables, or by what they print. */
const OTHERWISE: ReadonlySet<string> = new Set(['find', 'git', 'docker', 'podman', 'echo', 'printf', 'for', 'test', '[', '[[', 'cd']);

const SPECS: ReadonlyMap<string, OptionSpec> = new Map([
  ...[...FILE_COMMANDS, ...READ_ONLY_COMMANDS].map(([name, spec]) => [name, loosened(name, spec)] as const),
  ...Object.entries(WRITERS).map(([name, options]): [string, OptionSpec] => [name, { options, operands: 'list' }]),
]);

/** Its words are judged by an option table, so that no word is mistaken for a verb or for code. */
export function hasTable(program: string): boolean {
  return prefixSpec(program) !== undefined || (OTHERWISE.has(program) && !['git', 'docker', 'podman'].includes(program));
}

/** The options and operands that a prefix rule for the program covers; undefined for programs without a table. */
export function prefixSpec(program: string): OptionSpec | undefined {
  if (OTHERWISE.has(program)) return undefined;
  return SPECS.get(SAME_OPTIONS.get(program) ?? program);
}

const SAME_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['nawk', 'awk'],
  ['gsed', 'sed'],
  ['ggrep', 'grep'],
  ['batcat', 'bat'],
  ['bsdtar', 'tar'],
]);
