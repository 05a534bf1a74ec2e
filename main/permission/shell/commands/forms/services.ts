import { always, FINAL, type Form, hasOption, joinedValues, options, RUNS, upToOperand, verbs, verbsOf } from './form.ts';

/** `name=https://x` */
const ADDRESS = /^[^=]*=(?:https?:|git@|git:|ssh:)/u;

const ELSEWHERE = 'it connects to another daemon';

/** `podman container rm`. */
const NESTED_CONTAINER_FORMS: readonly Form[] = [{ operand: /^(?:rm|rmi|remove|prune|down)$/u, why: FINAL, irreversible: true }];

/** Redis commands that change its settings or run code (Redis documentation); those that delete are matched as verbs. */
const REDIS: readonly Form[] = [
  {
    operand: /^(?:del|unlink|flushall|flushdb|shutdown|rename|restore|migrate|failover|cluster|spop|getdel)$/iu,
    why: FINAL,
    irreversible: true,
  },
  // They take elements out of a value.
  {
    operand:
      /^(?:hdel|hgetdel|ltrim|lrem|b?[lr]pop|b?lmpop|srem|zrem\w*|b?zpop\w+|b?zmpop|xdel\w*|xtrim|swapdb|json\.(?:del|forget|clear))$/iu,
    why: FINAL,
    irreversible: true,
  },
  { operand: /^(?:eval|evalsha|eval_ro|fcall|function|script|module|config|debug|replicaof|slaveof|acl)$/iu, why: RUNS },
  options('--eval --pipe', RUNS),
];

/** They build images; `image build` and `buildx build` too. */
const BUILDS: ReadonlySet<string> = new Set(['build', 'builder', 'buildx', 'image', 'bake']);

/** The options of ssh itself, before the host and right after it. */
function sshOptions(values: readonly string[]): readonly string[] {
  const before = upToOperand(values);
  const after = values.slice(before.length + 1);
  const end = after.findIndex((value) => !value.startsWith('-'));
  return [...before, ...(end < 0 ? after : after.slice(0, end))];
}

/** Containers, clouds, databases and other machines. */
export const SERVICE_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  [
    'docker',
    [
      options('-H --host --context -c --config', ELSEWHERE),
      {
        when: (values) =>
          values.some(
            (value, at) =>
              (/^-./u.test(value) && joinedValues(value).includes('-')) ||
              (value === '-' && /^(?:-[a-zA-Z]*f|--file)$/u.test(values[at - 1] ?? '')),
          ),
        why: 'it takes what it runs from its input',
      },
      verbs('rm rmi kill system', FINAL, true),
      verbs('plugin context swarm service stack secret config trust login logout', RUNS),
      ...NESTED_CONTAINER_FORMS,
      options('--privileged --mount --tlscacert --tlscert --tlskey', RUNS),
      { value: /^(?:oci|https?|git|ssh):\/\/|^git@|^github\.com\/|\.git(?:#|$)/u, why: 'it takes what it runs from the network' },
      {
        when: (values) =>
          values.some((value, at) => values[at - 1] === '--build-context' && ADDRESS.test(value)) ||
          values.some((value) => value.startsWith('--build-context=') && ADDRESS.test(value.slice(16))),
        why: 'it takes what it runs from the network',
      },
      // Not as an abbreviation: `--build` is an option of its own.
      { operand: /^--builder(?:=|$)/u, why: ELSEWHERE },
      {
        when: (values) => values.includes('buildx') && values.some((value) => /^(?:create|use|stop|dial-stdio)$/u.test(value)),
        why: ELSEWHERE,
      },
      {
        when: (values) => verbsOf(values).some((verb) => BUILDS.has(verb)) && values.includes('-'),
        why: 'it takes what it runs from its input',
      },
      { operand: /^--(?:secret|ssh|allow)(?:=|$)/u, why: 'it gives the build keys or rights of this machine' },
      { operand: /type=registry|push=true/u, why: 'it sends what it builds to a server' },
    ],
  ],
  ['podman', [options('--url --connection --remote', ELSEWHERE), verbs('rm rmi kill system', FINAL, true), ...NESTED_CONTAINER_FORMS]],
  [
    'kubectl',
    [
      verbs('delete drain exec replace', FINAL, true),
      verbs('run edit debug attach plugin cp proxy', RUNS),
      options(
        '--kubeconfig --server --token --certificate-authority --insecure-skip-tls-verify --as --as-group',
        'it takes its address or rights from the line',
      ),
      options('--kubeconfig --kuberc', 'it takes its settings, which may name programs, from a file'),
      {
        when: (values) => values.includes('config') && values.some((value) => /^(?:set|unset|set-.*|delete-.*|rename-.*)$/u.test(value)),
        why: 'it changes settings, which may name programs',
      },
      { operand: /^edit-last-applied$/u, why: RUNS },
      options('--address', 'it opens the cluster to others'),
      {
        when: (values) => values.some((value, at) => value === '--replicas=0' || (value === '--replicas' && values[at + 1] === '0')),
        why: FINAL,
        irreversible: true,
      },
      { operand: /^(?:undo)$/u, why: FINAL, irreversible: true },
      {
        operand: /^(?:--filename=|-f=?|--kustomize=|-k=?)?(?:https?:|git@|git::|ssh:|[\w-]+(?:\.[\w-]+)+\/[\w.-]+\/)/u,
        why: 'it takes what it applies from the network',
      },
    ],
  ],
  [
    'helm',
    [
      verbs('plugin', RUNS),
      { operand: /^https?:|^oci:/u, why: 'it takes what it applies from the network' },
      options('--post-renderer --kubeconfig', RUNS),
    ],
  ],
  ['heroku', [verbs('run local', RUNS), { operand: /^run:/u, why: RUNS }]],
  ['railway', [verbs('run shell', RUNS)]],
  ['op', [verbs('run inject', RUNS)]],
  [
    'supabase',
    [
      { operand: /^(?:repair|squash)$/u, why: FINAL, irreversible: true },
      {
        when: (values) => /^(?:db|config|network-restrictions)$/u.test(values[0] ?? '') && /^(?:push|update)$/u.test(values[1] ?? ''),
        why: FINAL,
        irreversible: true,
      },
    ],
  ],
  ['pulumi', [options('-y --yes', FINAL, true)]],
  ...['http', 'https', 'xh'].map((name): [string, readonly Form[]] => [
    name,
    [
      { operand: /^(?:POST|PUT|PATCH|DELETE|PURGE)$/iu, why: 'it changes what an address holds' },
      { operand: /^(?!https?:)[^\s@]*[=:]@|^(?!-)[^\s:=/]+@(?=[./~\w])(?!.*:\/\/)/u, why: 'it sends files' },
    ],
  ]),
  ['redis-cli', REDIS],
  ['valkey-cli', REDIS],
  ['fly', [{ operand: /^0$/u, why: FINAL, irreversible: true }]],
  ['flyctl', [{ operand: /^0$/u, why: FINAL, irreversible: true }]],
  ...['terraform', 'tofu', 'terragrunt'].map((name): [string, readonly Form[]] => [
    name,
    [
      verbs('destroy apply taint run-all import force-unlock login', FINAL, true),
      {
        when: ([verb, next]) => verb === 'state' && /^(?:push|mv|rm|replace-provider)$/u.test(next ?? ''),
        why: FINAL,
        irreversible: true,
      },
      verbs('console', RUNS),
      options('-plugin-dir -chdir', RUNS),
      { operand: /^--?from-module/u, why: RUNS },
    ],
  ]),
  [
    'gh',
    [
      { operand: /^(?:delete|merge|close|archive)$/u, why: FINAL, irreversible: true },
      verbs('extension extensions ext alias config browse', RUNS),
      { operand: /^(?:token|setup-git|git-credential)$/u, why: 'it shows or spreads a secret' },
      {
        when: ([first, second, ...rest]) => first === 'auth' && second === 'status' && rest.some((one) => /^(?:-\w*t|--show-t)/u.test(one)),
        why: 'it shows a secret',
      },
      { when: ([first, second]) => first === 'auth' && /^(?:log|refresh|switch)/u.test(second ?? ''), why: 'it changes who is logged in' },
      { operand: /^(?:ssh-key|gpg-key|deploy-key)$/u, why: 'it gives access to others' },
      options('--visibility --public', 'it publishes'),
      verbs('codespace cs', RUNS),
      // Words after `--` go to git.
      {
        when: (values) =>
          values.includes('--') &&
          values.slice(values.indexOf('--')).some((value) => hasOption(value, ['-u', '-c', '--upload-pack', '--config', '--template'])),
        why: RUNS,
      },
      {
        when: (values) => values[1] === 'checkout' && values.some((value) => hasOption(value, ['-f', '--force'])),
        why: FINAL,
        irreversible: true,
      },
      { operand: /^(?:ssh|install)$/u, why: RUNS },
      verbs('gist', 'it publishes'),
    ],
  ],
  ['gcloud', [verbs('config', 'it changes its settings'), { operand: /^help$/u, why: 'it opens a pager' }]],
  [
    'aws',
    [
      verbs('configure', 'it changes its settings'),
      options('--endpoint-url --no-verify-ssl --ca-bundle', 'it connects to another address'),
      { operand: /^help$/u, why: 'it opens a pager' },
      { operand: /^(?:rm|rb|delete-.*|terminate-.*)$/u, why: FINAL, irreversible: true },
    ],
  ],
  [
    'ssh',
    [
      options('-o -F', RUNS),
      { when: (values) => sshOptions(values).some((value) => hasOption(value, ['-I'])), why: RUNS },
      { when: (values) => sshOptions(values).some((value) => hasOption(value, ['-E'])), why: 'it writes a log' },
      {
        when: (values) => sshOptions(values).some((value) => hasOption(value, ['-A', '-R', '-w', '-X', '-Y'])),
        why: 'it gives the other machine access to this one',
      },
    ],
  ],
  ['scp', [options('-o -S -F -D', RUNS)]],
  ['sftp', [options('-o -S -F -b -D', RUNS)]],
  [
    'rsync',
    [
      options('-e --rsh --rsync-path', RUNS),
      { operand: /^(?:--filter=|-f=?)?(?:merge|dir-merge|[.:])[^ _/]*[ _].*\//u, why: 'it takes its rules from a file' },
      options('--delete --delete-before --delete-during --delete-after --delete-excluded --remove-source-files', FINAL, true),
    ],
  ],
  [
    'curl',
    [
      options('-K --config', RUNS),
      options('-T --upload-file', 'it sends files'),
      { operand: /^@|=[@<]|^-[A-Za-z]+@/u, why: 'it sends files' },
      options('--proto-default --unix-socket', RUNS),
    ],
  ],
  ['wget', [options('-e --execute --use-askpass', RUNS), options('--post-data --post-file --body-data --body-file', 'it sends data')]],
  ['nmap', [options('--script --servicedb --datadir', RUNS)]],
  ['tcpdump', [options('-z -w', RUNS)]],
  ['ssh-keygen', [options('-D', RUNS)]],
  ['sshfs', [options('-o -F', RUNS)]],
  ['ssh-add', [options('-d -D -s -e', FINAL, true)]],
  ['hping3', always(RUNS)],
  ['conda', [verbs('remove uninstall clean', FINAL, true), { operand: /^remove$/u, why: FINAL, irreversible: true }]],
  ['rclone', [verbs('sync move delete purge cleanup bisync rcat', FINAL, true)]],
  ['gsutil', [options('-d', FINAL, true)]],
  ['haproxy', [options('-sf -st', FINAL, true)]],
  ['certbot', [options('--pre-hook --post-hook --deploy-hook --renew-hook', RUNS)]],
  ['yt-dlp', [options('--exec --downloader --external-downloader --config-location', RUNS)]],
  ['vagrant', [verbs('up ssh provision plugin winrm', RUNS)]],
  ['eb', [verbs('logs ssh console', RUNS)]],
  ...['7z', '7za', '7zz', '7zr'].map((name): [string, readonly Form[]] => [
    name,
    [
      { operand: /^(?:-[aix][a-z]*\d?)?@/u, why: 'it packs the files that another one lists' },
      { operand: /^-spf/u, why: 'it unpacks to any folder' },
      { operand: /^-sdel$/u, why: FINAL, irreversible: true },
    ],
  ]),
  [
    'yq',
    [
      {
        operand:
          /\b(?:load(?:_\w+)?|env|strenv|system|eval)\s*\(|(?<![.\w/-])env(?![\w./-])|\benvsubst\b|\$ENV\b|\binput_filename\b|^--from-file/u,
        why: 'it looks at the environment or other files',
      },
      { operand: /^--security-enable/u, why: RUNS },
      options('-s --split-exp --split-exp-file', 'it writes files that its expression names'),
    ],
  ],
  ...['nc', 'ncat', 'netcat'].map((name) => [name, [options('-e -c --exec --sh-exec --lua-exec', RUNS)]] as const),
  ['socat', always(RUNS)],
  ['sops', [verbs('exec-env exec-file edit', RUNS)]],
  ['vault', [verbs('agent proxy ssh server', RUNS)]],
  ['rtk', [verbs('proxy err test summary run', RUNS)]],
  ['openssl', [options('-engine -provider -config', RUNS), verbs('s_client s_server s_time', 'it connects to another machine')]],
];
