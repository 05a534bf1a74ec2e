import { list, text, type ReadOnlyCommand } from './spec-words.ts';

/** Show names, sizes, types and folders. */
export const NAMES_AND_ATTRIBUTES: readonly ReadOnlyCommand[] = [
  [
    'ls',
    list(
      '-a -A -b -B -c -C -d -f -F -g -G -h -H -i -I: -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T: -u -U -v -w: -x -X -Z -1 --all --almost-all --author --escape --block-size= --ignore-backups --color[=] --directory --dired --classify[=] --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --hide= --hyperlink[=] --indicator-style= --inode --ignore= --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --help --version',
      {
        defaultsToHere: 'list',
        bsd: '-I -T -w',
        entersLinks: (flags) => ['-L', '--dereference', '-H', '--dereference-command-line'].some((flag) => flags.has(flag)),
        followsLinks: (flags) =>
          ['-L', '--dereference'].some((flag) => flags.has(flag)) && ['-R', '--recursive'].some((flag) => flags.has(flag)),
      },
    ),
  ],
  [
    'tree',
    list(
      '-a -d -f -i -L: -P: -I: -p -s -h -u -g -D -F -v -t -c -U -r -C -n -q -N -Q -x -J -X -S -A --noreport --dirsfirst --filesfirst --sort[=] --prune --gitignore --matchdirs --metafirst --du --si --inodes --device --charset= --filelimit= --timefmt= --ignore-case --help --version',
      { defaultsToHere: 'list', globUnsafe: true, separateValues: true, entersLinks: () => true },
    ),
  ],
  ['stat', list('-f -c: -t -L --file-system --format= --printf= --terse --dereference --help --version', { bsd: '-f: -t:' })],
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
      { defaultsToHere: 'list', entersLinks: (flags) => flags.has('-H') },
    ),
  ],
  [
    'df',
    list(
      '-a -B: -h -H -i -k -l -m -P -t: -T -x: --all --block-size= --total --human-readable --si --inodes --local --portability --type= --print-type --exclude-type= --output[=] --sync --no-sync --help --version',
      { check: (use) => !use.flags.has('--sync'), bsd: '-T:' },
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
];
