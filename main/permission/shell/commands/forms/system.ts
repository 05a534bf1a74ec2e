import { FINAL_REMOVERS } from '../file-role-table.ts';
import { always, FINAL, type Form, options, RUNS, verbs } from './form.ts';

/** Set-user-ID and set-group-ID bits. */
const GRANTS: Form = { operand: /^(?:-m)?(?:[ugoa]*[-+=][rwxX]*s\w*|0*[2-7]\d{3})$/u, why: 'it grants rights to whoever runs the file' };

/** The reason of a form whose words are all known, and that of every other. */
function unless(words: RegExp, why: string, otherwise: string): readonly Form[] {
  const isIt = (values: readonly string[], areKnown: boolean): boolean => areKnown && words.test(values.join(' '));
  return [
    { when: isIt, why },
    { when: (values, areKnown) => !isIt(values, areKnown), why: otherwise },
  ];
}

/** The shell, files, packages and system settings. */
export const SYSTEM_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  ...'bash sh zsh dash ksh fish csh tcsh ash mksh yash rbash posh'
    .split(' ')
    .map((name) => [name, [options('-c -i -s --rcfile --init-file -O +O', 'it carries code of its own')]] as const),
  ['defaults', [verbs('write delete import rename', 'it changes settings of programs')]],
  ...[
    'eval',
    'source',
    '.',
    'exec',
    'trap',
    'coproc',
    'mapfile',
    'readarray',
    'compgen',
    'complete',
    'enable',
    'hash',
    'alias',
    'bind',
    'let',
  ].map((name) => [name, always('it makes the shell run or mean other things')] as const),
  ...[
    'watch',
    'setsid',
    'ionice',
    'flock',
    'sudo',
    'doas',
    'su',
    'runuser',
    'pkexec',
    'strace',
    'ltrace',
    'gdb',
    'lldb',
    'concurrently',
    'script',
    'busybox',
    'toybox',
    'parallel',
    'chroot',
    'unshare',
    'nsenter',
    'entr',
    'expect',
    'at',
    'batch',
  ].map((name) => [name, always(RUNS)] as const),
  ['env', unless(/^$/u, 'it may show secrets', RUNS)],
  ['chmod', [GRANTS]],
  ['install', [GRANTS]],
  ['chown', [{ operand: /^(?:root|0)?(?::(?:root|0)?)?$/u, why: 'it gives files to the administrator' }]],
  ['mount', always(FINAL, true)],
  ['rm', [options('-r -R --recursive', FINAL, true), { operand: /[*?[]/u, why: FINAL, irreversible: true }]],
  ...['shred', ...FINAL_REMOVERS].map((name) => [name, always(FINAL, true)] as const),
  ['dd', [{ operand: /^of=\/dev\//u, why: FINAL, irreversible: true }]],
  ...['mkfs', 'fdisk', 'parted', 'wipefs', 'shutdown', 'reboot', 'halt', 'poweroff', 'mkswap', 'cryptsetup', 'userdel', 'groupdel'].map(
    (name) => [name, always(FINAL, true)] as const,
  ),
  [
    'find',
    [
      options('-exec -execdir -ok -okdir', RUNS),
      options('-delete', FINAL, true),
      options('-fprint -fprint0 -fprintf -fls', 'it writes files'),
    ],
  ],
  ['fd', [options('-x -X --exec --exec-batch', RUNS)]],
  ['fdfind', [options('-x -X --exec --exec-batch', RUNS)]],
  ['sed', [options('-f --file', RUNS), options('-i --in-place', 'it changes files in place')]],
  ['file', [options('-C --compile', 'it writes a compiled magic file')]],
  ['sort', [options('--compress-program', RUNS), options('-T --temporary-directory', 'it writes files')]],
  [
    'tar',
    [
      options(
        '-I --use-compress-program --checkpoint-action --to-command --info-script --new-volume-script -F --rsh-command --rmt-command',
        RUNS,
      ),
      options('--delete --remove-files', FINAL, true),
    ],
  ],
  ['rg', [options('--pre --hostname-bin --search-zip -z', RUNS)]],
  ['split', [options('--filter', RUNS)]],
  ['date', [options('-s --set', 'it changes the clock')]],
  ['zip', [options('-T -TT --test --unzip-command', RUNS), options('-m --move', FINAL, true)]],
  ['less', always(RUNS)],
  ['more', always(RUNS)],
  ['vim', always(RUNS)],
  ['vi', always(RUNS)],
  ['nvim', always(RUNS)],
  ['emacs', always(RUNS)],
  ['ed', always(RUNS)],
  ['ex', always(RUNS)],
  ['man', [options('-P -H -l --pager --html --local-file', RUNS)]],
  ['ip', [verbs('netns vrf', RUNS)]],
  ['apt', [options('-o --option -c --config-file', RUNS), verbs('changelog edit-sources', RUNS)]],
  ['aptitude', [verbs('changelog', RUNS), options('-o', RUNS)]],
  ['apt-get', [options('-o --option -c --config-file', RUNS)]],
  ['rpm', [options('-E --eval --pipe --define', RUNS), options('-i -U -F -e --install --upgrade --freshen --erase', FINAL, true)]],
  ['dpkg', [options('-i --install -r --remove -P --purge --unpack --configure', FINAL, true)]],
  ...['yum', 'dnf', 'zypper', 'pacman', 'pkg', 'opkg'].map(
    (name) => [name, [verbs('install localinstall shell remove erase', RUNS), options('--setopt --config -R -S -U', RUNS)]] as const,
  ),
  ['exiftool', [options('-config -if -ext -execute -filename -o', RUNS), { operand: /^-[^=]*<?=/u, why: 'it changes files' }]],
  ['cowsay', [options('-f', RUNS)]],
  ['sysctl', [options('-w -p --load --system --write', FINAL), { operand: /=/u, why: FINAL }]],
  ...['iptables', 'ip6tables'].map((name) => [name, always(FINAL, true)] as const),
  ...'lvremove vgremove pvremove blkdiscard nvme hdparm mdadm zpool umount swapoff atrm killall pkill usermod deluser gpasswd chage passwd chpasswd'
    .split(' ')
    .map((name) => [name, always(FINAL, true)] as const),
  ['xattr', [options('-c -d -w', FINAL)]],
  ['snap', [verbs('run install', RUNS)]],
  ['dmesg', [options('-H --human', 'it opens a pager')]],
  ...['journalctl', 'loginctl', 'timedatectl', 'systemd-resolve', 'resolvectl', 'busctl'].map(
    (name) => [name, [{ when: (values: readonly string[]) => !values.includes('--no-pager'), why: 'it opens a pager' }]] as const,
  ),
  ['xargs', always(RUNS)],
  [
    'ffmpeg',
    [
      options('-y', 'it overwrites files'),
      { when: (values) => values.some((value, at) => /^[a-z][\w+]*:\/\//iu.test(value) && values[at - 1] !== '-i'), why: 'it sends files' },
    ],
  ],
  [
    'gpg',
    [
      options('--agent-program --dirmngr-program --pinentry-program --photo-viewer --exec-path --options --homedir', RUNS),
      options('--export-secret-keys --export-secret-subkeys', 'it shows a secret'),
    ],
  ],
  ['crontab', [options('-r', FINAL, true), ...unless(/^-l$/u, 'it shows what is scheduled', 'it schedules commands')]],
  [
    'systemctl',
    [
      verbs('stop disable mask kill reboot poweroff edit link isolate', FINAL, true),
      verbs('kexec soft-reboot halt suspend hibernate hybrid-sleep sleep rescue emergency exit switch-root', FINAL, true),
      verbs('set-environment import-environment start-transient bind mount-image', RUNS),
      options('-H --host -M --machine --root --image', 'it works on another system'),
      { operand: /\//u, why: RUNS },
    ],
  ],
  ['kill', [{ operand: /^-1$/u, why: FINAL, irreversible: true }]],
  ['printf', [options('-v', 'it evaluates names')]],
  ['declare', always('it changes what later commands mean')],
  ['typeset', always('it changes what later commands mean')],
  ['export', always('it changes what later commands mean')],
  ['readonly', always('it changes what later commands mean')],
  ['local', always('it changes what later commands mean')],
  ['set', always('it changes what later commands mean')],
  ['shopt', always('it changes what later commands mean')],
  ['unset', always('it changes what later commands mean')],
];
