import { INTERPRETERS } from './program-names.ts';

/**
 * Forms a prefix or wildcard rule never covers, because they can't be undone or run other code. Matching is wide on
 * purpose: abbreviated long options and clustered short ones count. Sources: the tools' manuals, GTFOBins, and the
 * public advisories listed with the attack tests.
 */
export interface Form {
  readonly options?: readonly string[];
  /** Any operand that looks like this. */
  readonly operand?: RegExp;
  /** The first operand is one of these. */
  readonly verbs?: readonly string[];
  readonly why: string;
  readonly irreversible?: boolean;
}

export const RUNS = 'it can run other code';
export const FINAL = 'it can not be undone';

export const always = (why: string, irreversible = false): readonly Form[] => [{ why, irreversible }];
const options = (names: string, why: string, irreversible = false): Form => ({ options: names.split(' '), why, irreversible });
const verbs = (names: string, why: string, irreversible = false): Form => ({ verbs: names.split(' '), why, irreversible });

const INTERPRETER = [
  options('-c -e -E -r -p --eval --print --require --import --command --execute', 'it carries code of its own'),
  { operand: /^-$/u, why: 'it reads code from its input' },
];

/** `docker compose exec`, `podman container rm`. */
const NESTED_CONTAINER_FORMS: readonly Form[] = [
  { operand: /^(?:run|exec)$/u, why: RUNS },
  { operand: /^(?:rm|rmi|remove|prune|down)$/u, why: FINAL, irreversible: true },
];

/** By program. */
export const FORMS: ReadonlyMap<string, readonly Form[]> = new Map<string, readonly Form[]>([
  ...['bash', 'sh', 'zsh', 'dash', 'ksh', 'fish', 'csh', 'tcsh'].map(
    (name) => [name, [options('-c -i -s --rcfile --init-file -O +O', 'it carries code of its own')]] as const,
  ),
  ...[...INTERPRETERS, 'scala', 'groovy'].map((name) => [name, INTERPRETER] as const),
  ['bun', [...INTERPRETER, verbs('x exec create', RUNS), verbs('publish', FINAL, true)]],
  ['deno', [...INTERPRETER, verbs('eval repl', RUNS), verbs('publish', FINAL, true)]],
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
    'env',
    'strace',
    'ltrace',
    'gdb',
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
  ['rm', [options('-r -R --recursive', FINAL, true), { operand: /[*?[]/u, why: FINAL, irreversible: true }]],
  ['shred', always(FINAL, true)],
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
  ['xargs', always(RUNS)],
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
  [
    'docker',
    [
      options('-H --host --context -c --config', 'it talks to another daemon'),
      verbs('run exec', RUNS),
      verbs('rm rmi kill system', FINAL, true),
      ...NESTED_CONTAINER_FORMS,
      options('--privileged --volume -v --mount', RUNS),
    ],
  ],
  [
    'podman',
    [
      options('--url --connection --remote', 'it talks to another daemon'),
      verbs('run exec', RUNS),
      verbs('rm rmi kill system', FINAL, true),
      ...NESTED_CONTAINER_FORMS,
    ],
  ],
  ['kubectl', [verbs('delete drain exec replace', FINAL, true)]],
  ['terraform', [verbs('destroy apply', FINAL, true)]],
  ['gh', [{ operand: /^(?:delete|merge|close|archive)$/u, why: FINAL, irreversible: true }, verbs('api extension alias', RUNS)]],
  ['aws', [{ operand: /^(?:rm|rb|delete-.*|terminate-.*)$/u, why: FINAL, irreversible: true }]],
  ['go', [options('-vettool -toolexec -exec -overlay', RUNS), verbs('run generate tool', RUNS)]],
  ['cargo', [options('--config', RUNS), verbs('publish yank', FINAL, true)]],
  [
    'npm',
    [
      verbs('exec x explore init innit create edit', RUNS),
      verbs('publish unpublish deprecate', FINAL, true),
      options('--script-shell --node-options', RUNS),
      verbs('config set', RUNS),
    ],
  ],
  ['pnpm', [verbs('exec dlx create', RUNS), verbs('publish', FINAL, true)]],
  ['yarn', [verbs('exec dlx node create', RUNS), verbs('publish', FINAL, true)]],
  [
    'make',
    [options('--eval -E -f --file --makefile -C --directory', RUNS), { operand: /^(?:SHELL|MAKEFLAGS|\.SHELLFLAGS)\s*[:?]?=/u, why: RUNS }],
  ],
  ['ssh', [options('-o -F', RUNS)]],
  ['scp', [options('-o -S -F', RUNS)]],
  ['sftp', [options('-o -S -F -b', RUNS)]],
  [
    'rsync',
    [
      options('-e --rsh --rsync-path', RUNS),
      options('--delete --delete-before --delete-during --delete-after --delete-excluded --remove-source-files', FINAL, true),
    ],
  ],
  [
    'curl',
    [
      options('-K --config', RUNS),
      options('-T --upload-file', 'it sends files'),
      { operand: /^@|=[@<]|^-[A-Za-z]+@/u, why: 'it sends files' },
      options('--data-urlencode', 'it sends files'),
      options('--proto-default --unix-socket', RUNS),
    ],
  ],
  ['wget', [options('-e --execute --use-askpass', RUNS), options('--post-data --post-file --body-data --body-file', 'it sends data')]],
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
  ['nmap', [options('--script --servicedb --datadir', RUNS)]],
  ['tcpdump', [options('-z -w', RUNS)]],
  ['ssh-keygen', [options('-D', RUNS)]],
  ['ip', [verbs('netns vrf', RUNS)]],
  ['apt', [options('-o --option -c --config-file', RUNS)]],
  ['apt-get', [options('-o --option -c --config-file', RUNS)]],
  ['rpm', [options('-E --eval --pipe --define', RUNS)]],
  ['cmake', [options('-P -E', RUNS)]],
  ...['gcc', 'g++', 'cc', 'clang', 'clang++'].map(
    (name) => [name, [options('-wrapper -B -specs', RUNS), { operand: /^-(?:fplugin|specs|B)/u, why: RUNS }]] as const,
  ),
  ['rustc', [{ operand: /^linker=|^-Clinker/u, why: RUNS }]],
  ['gradle', [options('-I --init-script', RUNS)]],
  ['sqlite3', [options('-cmd -init', RUNS), { operand: /\.(?:shell|system|load|import|output|once|read)/u, why: RUNS }]],
  ['mysql', [options('-e --execute', RUNS)]],
  ['psql', [{ operand: /\\!|\\copy|\bPROGRAM\b/iu, why: RUNS }, options('-f --file', RUNS)]],
  ...['nc', 'ncat', 'netcat'].map((name) => [name, [options('-e -c --exec --sh-exec --lua-exec', RUNS)]] as const),
  ['socat', always(RUNS)],
  ['openssl', [options('-engine -provider -config', RUNS)]],
  ['ffmpeg', [options('-y', 'it overwrites files')]],
  ['crontab', always('it schedules commands')],
  ['systemctl', [verbs('stop disable mask kill reboot poweroff edit link', FINAL, true)]],
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
]);

/** By sub-command of git. */
export const GIT_FORMS: ReadonlyMap<string, readonly Form[]> = new Map<string, readonly Form[]>([
  [
    'push',
    [
      options('-f --force --force-with-lease --force-if-includes --mirror --prune -d --delete', FINAL, true),
      { operand: /^[+:]/u, why: FINAL, irreversible: true },
      options('--receive-pack --exec', RUNS),
    ],
  ],
  ['reset', [options('--hard --merge --keep', FINAL, true)]],
  ['clean', always(FINAL, true)],
  [
    'checkout',
    [
      options('-f --force', FINAL, true),
      { operand: /^(?:\.|\*|:\/|.*[*].*)$/u, why: FINAL, irreversible: true },
      options('--', FINAL, true),
    ],
  ],
  ['restore', always(FINAL, true)],
  ['switch', [options('-f --force --discard-changes', FINAL, true)]],
  ['branch', [options('-D -d --delete -M -f --force --edit-description', FINAL, true)]],
  ['tag', [options('-d --delete -f --force', FINAL, true)]],
  ['stash', [verbs('drop clear', FINAL, true)]],
  ['reflog', [verbs('expire delete', FINAL, true)]],
  ['gc', [options('--prune', FINAL, true)]],
  ['prune', always(FINAL, true)],
  ['filter-branch', always(RUNS, true)],
  ['filter-repo', always(FINAL, true)],
  ['update-ref', always(FINAL, true)],
  ['rebase', [options('-x --exec -i --interactive', RUNS)]],
  ['bisect', [verbs('run', RUNS)]],
  ['submodule', [verbs('foreach', RUNS)]],
  ['worktree', [verbs('remove', FINAL, true)]],
  ['config', always('it changes what git runs')],
  ['fetch', [options('--upload-pack', RUNS)]],
  ['pull', [options('--upload-pack', RUNS), options('-f --force', FINAL, true)]],
  ['clone', [options('-u --upload-pack -c --config --template', RUNS)]],
  ['init', [options('--template', RUNS)]],
  ['ls-remote', [options('--upload-pack --exec', RUNS)]],
  ['archive', [options('--exec --remote', RUNS)]],
  ['grep', [options('-O --open-files-in-pager', RUNS)]],
  ['diff', [options('--ext-diff --textconv', RUNS)]],
  ['log', [options('--ext-diff --textconv', RUNS)]],
  ['show', [options('--ext-diff --textconv', RUNS)]],
  ...[
    'daemon',
    'instaweb',
    'shell',
    'gui',
    'citool',
    'web--browse',
    'cvsserver',
    'http-backend',
    'upload-pack',
    'receive-pack',
    'fast-import',
    'remote-ext',
    'remote-fd',
  ].map((name) => [name, always('it serves or opens other programs')] as const),
  ['difftool', always(RUNS)],
  ['mergetool', always(RUNS)],
  ['send-email', always('it sends data')],
  ['credential', always('it shows secrets')],
  ['hook', always(RUNS)],
  ['am', [options('-i --interactive', RUNS)]],
  ['rm', [options('-f --force -r', FINAL, true)]],
]);
