import type { ParsedUse } from '../../option-spec.ts';
import { none, text, type ReadOnlyCommand } from './spec-words.ts';

/** Read-only commands about the machine, its processes, its network and its programs. */
export const LOOKING_AT_THE_MACHINE: readonly ReadOnlyCommand[] = [
  ['pwd', none('-L -P --logical --physical --help --version')],
  [
    'date',
    text('-u -R -I[=] -d: -r:read --utc --universal --rfc-email --iso-8601[=] --rfc-3339= --date= --reference=read --help --version', {
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
  ['getconf', text('-a -v:', { stopsAtOperand: true })],
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
      { check: hidesEnvironment, bsd: '-C' },
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
    text('-a -b -c: -d: -F: -g: -i[=] -l -n -N -o -p: -P -R -s -t -u: -U -v -V -w -X -h', {
      // If an optional value is left out, another option is read in its place; one of them writes a file.
      check: (use) =>
        (use.operands.length === 0 || use.flags.has('-i')) && ![...use.values.values()].flat().some((value) => /^[-+]/u.test(value)),
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
  ['command', text('-v -V', { stopsAtOperand: true, check: (use) => use.flags.has('-v') || use.flags.has('-V') })],
  ['which', text('-a -s --all --skip-alias --skip-functions')],
  ['type', text('-a -f -p -P -t', { stopsAtOperand: true })],
  ['whereis', text('-b -m -s -u')],
  ['pstree', text('-a -A -c -g -h -l -n -p -s -t -T -u -U --arguments --ascii --show-pids --show-parents --version')],
  ['vmstat', text('-a -d -f -m -n -s -S: -t -w --help --version')],
  ['lscpu', none('-a -b -c -e[=] -J -p[=] -x --all --json --extended[=] --parse[=] --help --version')],
  [
    'lsblk',
    text('-a -b -d -D -e: -f -i -I: -J -l -m -n -o: -O -p -P -r -s -S -t -x: --all --json --list --output= --paths --help --version'),
  ],
  ['last', text('-NUM -a -d -F -i -n: -R -w -x --help --version')],
  ['hash', text('-t', { stopsAtOperand: true })],
  ['history', none('')],
  ['jobs', none('-l -n -p -r -s')],
  ['help', text('-d -m -s', { stopsAtOperand: true })],
  ['getent', text('', { check: (use) => ['passwd', 'group', 'services', 'protocols'].includes(use.operands[0]?.value ?? '') })],
  ['docker', { options: '', operands: 'none' }],
  ['podman', { options: '', operands: 'none' }],
  ['git', { options: '', operands: 'none' }],
];

/**
 * An `e` among BSD options shows the environment of processes, including secrets. `-x` is such an option, and input that makes no sense
 * otherwise (a user `x`) is also read as one (procps manual).
 */
function hidesEnvironment(use: ParsedUse): boolean {
  const formats = ['-o', '-O', '--format'].flatMap((name) => use.values.get(name) ?? []);
  const users = ['-u', '-U'].flatMap((name) => use.values.get(name) ?? []);
  return (
    !formats.some((format) => /env/iu.test(format)) &&
    !users.some((value) => value.includes('e')) &&
    !(use.flags.has('-e') && (use.flags.has('-x') || users.length > 0)) &&
    use.operands.every((word) => word.value !== null && /^[a-df-zA-Z0-9,]+$/u.test(word.value))
  );
}

function isIpShow(use: ParsedUse): boolean {
  const words = use.operands.map((word) => word.value ?? '');
  const objects = ['a', 'addr', 'address', 'l', 'link', 'r', 'route', 'n', 'neigh', 'neighbour', 'rule', 'maddr'];
  if (!objects.includes(words[0] ?? '')) return false;
  // `ip link s` is `ip link set`.
  if (words[1] === 's') return !['l', 'link'].includes(words[0] ?? '');
  return words.length === 1 || ['show', 'list', 'ls', 'get'].includes(words[1] ?? '');
}
