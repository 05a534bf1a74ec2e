/** When a tool accesses files that no word names: in these sub-commands, with one of these words, unless one of the exceptions is given. */
export interface FileEffect {
  readonly verbs?: string;
  readonly with?: string;
  readonly unless?: string;
}

/** A development tool whose calls, in the listed forms, only run what the project itself defines. */
export interface Tool {
  /** The known sub-commands, as a pattern for the whole word; absent: operands name files and tasks. */
  readonly verbs?: string;
  /** For some sub-commands, a pattern that the next operand must match. */
  readonly next?: Readonly<Record<string, string>>;
  /** Options that take the next word as a value. */
  readonly valued?: string;
  /** Options with which it may run something else. */
  readonly risky?: string;
  /** Words that must not occur, in these sub-commands or in any. */
  readonly never?: { readonly verbs?: string; readonly words: RegExp };
  /** Without a sub-command it runs its input. */
  readonly needsVerb?: true;
  /** Its words are free text or often paths elsewhere; otherwise they must stay inside the project. */
  readonly anyWords?: true;
  readonly writes?: readonly FileEffect[];
  readonly reads?: readonly FileEffect[];
}

/** Common script names, so that `pnpm lint` isn't mistaken for a program of that name. */
const SCRIPT = String.raw`(?:test|tests|build|lint|format|fmt|dev|start|stop|serve|check|typecheck|type-check|types|tsc|coverage|cov|unit|e2e|integration|ci|verify|validate|clean|compile|generate|gen|codegen|docs|preview|storybook|bench|release|prepare|watch|eslint|prettier|vitest|jest|playwright)(?:[:_.-][\w:.-]*)?`;
/** A package in the project itself. */
const HERE = String.raw`\.(?:/[\w./-]*)?`;
const NODE_VERBS = String.raw`i|ci|install|add|remove|rm|uninstall|un|update|up|upgrade|outdated|audit|ls|list|why|info|view|link|unlink|pack|prune|dedupe|publish|version|licenses|root|bin|help|cache|store`;
const NODE_RISKY =
  '--script-shell --node-options --node-gyp --userconfig --globalconfig --call --shell --git --editor --viewer --browser --shell-emulator';
const NODE_NEVER: Tool['never'] = {
  verbs: 'i|in\\w*|isnt\\w*|add|update|up|upgrade|link',
  words: /^(?:git|https?|file|github|ssh)[+:]|^\.{0,2}\/|^[\w-]+\/[\w.-]+(?:#|$)/u,
};

const tool = (verbs: string | undefined, more: Omit<Tool, 'verbs'> = {}): Tool => ({ ...(verbs === undefined ? {} : { verbs }), ...more });
const each = (names: string, one: Tool): [string, Tool][] => names.split(' ').map((name) => [name, one]);

export const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  [
    'npm',
    tool(
      String.raw`${NODE_VERBS}|t|tst|test|run|run-script|rum|urn|start|stop|restart|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|clean-install|ic|it|install-test|la|ll|show|v|fund|explain|r|ln|rebuild|rb|ddp|whoami|ping|search|s|se|find|prefix|doctor|query|sbom`,
      { valued: '-w --workspace --prefix -C --registry', risky: `${NODE_RISKY} -c`, never: NODE_NEVER },
    ),
  ],
  [
    'pnpm',
    tool(`${NODE_VERBS}|t|run|${SCRIPT}`, {
      next: { run: SCRIPT },
      never: NODE_NEVER,
      valued: '-C --dir -F --filter -w',
      risky: NODE_RISKY,
    }),
  ],
  [
    'yarn',
    tool(`${NODE_VERBS}|run|${SCRIPT}|workspaces|npm`, {
      next: { run: SCRIPT, workspaces: 'list|info', npm: 'audit|info|whoami' },
      never: NODE_NEVER,
      valued: '--cwd',
      risky: `${NODE_RISKY} --use-yarnrc`,
    }),
  ],
  [
    'bun',
    tool(`${NODE_VERBS}|pm|run|${SCRIPT}`, {
      next: { run: SCRIPT },
      never: NODE_NEVER,
      valued: '--cwd --filter',
      risky: `${NODE_RISKY} -e --eval -p --print -r --preload --require --import -b`,
    }),
  ],
  ...each('make gmake', tool(undefined, { risky: '--eval -E -f --file --makefile -I --include-dir -e --environment-overrides' })),
  [
    'cmake',
    tool(undefined, {
      risky: '-P -E -C --install-script -T',
      never: { words: /COMPILER|LAUNCHER|PROGRAM|COMMAND|TOOLCHAIN|LINKER|INCLUDE|MODULE/u },
    }),
  ],
  ['ctest', tool(undefined, { risky: '--build-and-test -S --script -SP --script-new-process -D --dashboard' })],
  ['ninja', tool(undefined, { risky: '-f' })],
  ['meson', tool('setup|compile|test|install|configure|introspect')],
  [
    'cargo',
    tool(
      'build|b|check|c|test|t|run|r|bench|clippy|fmt|doc|d|tree|metadata|add|remove|rm|update|fetch|clean|new|init|search|version|package|publish|nextest|fix',
      {
        risky: '--config -Z',
        never: { words: /^\+.*[/\\]/u },
        writes: [{ with: '--fix' }, { verbs: 'fix' }, { verbs: 'fmt', unless: '--check' }],
      },
    ),
  ],
  [
    'go',
    tool('build|test|vet|run|fmt|mod|list|env|get|version|doc|clean|install|work', {
      next: { run: HERE, install: HERE },
      risky: '-exec -toolexec -vettool -overlay -modfile',
      never: { words: /extld|linkmode|^--?[wu]$/u },
      writes: [{ verbs: 'fmt' }],
    }),
  ],
  ...each('pytest py.test', tool(undefined, { risky: '-p -c -o --override-ini --config-file --pyargs --pdbcls --rootdir --confcutdir' })),
  ...each('unittest tox', tool(undefined, { risky: '-c --conf -x --override' })),
  ['nox', tool(undefined, { risky: '-f --noxfile' })],
  ...each(
    'jest vitest ava tap rspec phpunit playwright cypress vite next nuxt astro tsup rollup webpack turbo nx svelte-check vue-tsc tsc tsgo pyright mypy flake8 pylint bandit yamllint shellcheck hadolint actionlint markdownlint markdownlint-cli2 golangci-lint staticcheck luacheck detekt knip depcheck madge size-limit c8 nyc prisma drizzle-kit tailwindcss',
    tool(undefined, {
      risky:
        '-r --require --import --plugin --loader --rulesdir --exec --build-script --globalSetup -c --init-hook --execArgv --python-executable --pythonpath',
      writes: [{ with: '--fix' }],
    }),
  ),
  ['mocha', tool(undefined, { risky: '-r --require --import --config --package --ui -u --reporter -R --loader' })],
  [
    'eslint',
    tool(undefined, {
      risky: '--rulesdir --plugin --resolve-plugins-relative-to --parser -f --format',
      writes: [{ with: '--fix --init' }],
    }),
  ],
  ['stylelint', tool(undefined, { risky: '--custom-syntax --custom-formatter --config-basedir', writes: [{ with: '--fix' }] })],
  [
    'prettier',
    tool(undefined, {
      risky: '--plugin --plugin-search-dir',
      writes: [{ with: '-w --write' }],
      reads: [{ unless: '-c --check -l --list-different -w --write' }],
    }),
  ],
  ['biome', tool('format|check|lint|ci', { writes: [{ with: '--write --apply --apply-unsafe --fix --unsafe' }] })],
  ['oxlint', tool(undefined, { writes: [{ with: '--fix --fix-suggestions' }] })],
  ['oxfmt', tool(undefined, { writes: [{ unless: '--check -c --list-different' }] })],
  ['dprint', tool('check|fmt', { writes: [{ verbs: 'fmt' }] })],
  ['black', tool(undefined, { writes: [{ unless: '--check --diff' }], reads: [{ with: '--diff' }] })],
  ['isort', tool(undefined, { writes: [{ unless: '-c --check --check-only --diff' }], reads: [{ with: '--diff' }] })],
  [
    'ruff',
    tool('check|format|rule|version', {
      writes: [{ verbs: 'format', unless: '--check --diff' }, { with: '--fix --unsafe-fixes' }],
      reads: [{ with: '--diff' }],
    }),
  ],
  ...each('gofmt goimports shfmt', tool(undefined, { writes: [{ with: '-w' }] })),
  ...each('clang-format yapf autopep8', tool(undefined, { writes: [{ with: '-i --in-place' }] })),
  ['rustfmt', tool(undefined, { writes: [{ unless: '--check' }] })],
  [
    'rubocop',
    tool(undefined, { risky: '-r --require --plugin', writes: [{ with: '-a -A --autocorrect --auto-correct -x --fix-layout' }] }),
  ],
  ['pre-commit', tool('run|install|autoupdate|clean', { risky: '-c --config' })],
  [
    'pip',
    tool('install|list|show|freeze|check|uninstall', {
      risky: '-i --index-url --extra-index-url -f --find-links --global-option --build-option --config-settings -C --python',
      never: { words: /^(?:\.{0,2}\/|git\+|https?:|file:)|@\s*(?:git|https?|file)/u },
    }),
  ],
  [
    'uv',
    tool('sync|lock|add|remove|tree|version|venv|export|build|pip', {
      next: { pip: 'install|list|show|freeze|check|compile|sync|uninstall|tree' },
      risky: '--index --index-url --default-index --extra-index-url --find-links -f --config-file',
      never: { words: /^(?:git\+|https?:|file:)/u },
    }),
  ],
  [
    'poetry',
    tool('install|add|remove|update|lock|show|build|check|version|env', {
      next: { env: 'info|list|remove|activate' },
      never: { words: /^(?:git\+|https?:|file:)/u },
    }),
  ],
  ['pipenv', tool('install|sync|lock|graph|check')],
  ['hatch', tool('test|build|fmt|version')],
  ['bundle', tool('install|check|list|show|outdated|update|lock')],
  [
    'rake',
    tool(undefined, {
      risky: '-f -e -E -p -r -R -I --rakefile --execute --execute-continue --execute-print --require --libdir --rakelibdir',
    }),
  ],
  ['rails', tool('test|routes|db:[a-z:_]+|assets:[a-z:]+|server|s|about|stats')],
  ['just', tool(undefined, { risky: '--shell --shell-arg --command -c -f --justfile -e --edit --chooser --set' })],
  [
    'mvn',
    tool('clean|validate|compile|test-compile|test|package|verify|install|site|dependency:tree|spotless:check', {
      never: { words: /^-Dexec|^-D.*(?:jvm|argLine|executable|class\.path)/iu },
      risky: '-s --settings -gs -t --toolchains',
    }),
  ],
  [
    'gradle',
    tool(undefined, {
      risky: '-I --init-script -b --build-file -c --settings-file --include-build -g --gradle-user-home --gradle-distribution-url',
      never: { words: /jvmargs|java\.home/u },
    }),
  ],
  ['ant', tool(undefined, { risky: '-f -file -buildfile -lib -listener -logger -inputhandler -main' })],
  ['bazel', tool('build|test|query|info|version', { risky: '--run_under --workspace_status_command --shell_executable' })],
  [
    'dotnet',
    tool('build|test|restore|clean|pack|publish|list|format', {
      never: { words: /(?:Event|Command|Exec|Tool|Custom|Targets|Import|Before|After)\w*=|^[-/]+p(?:roperty)?:.*[\s;|&`$(<>]/iu },
    }),
  ],
  ['swift', tool('build|test|package', { needsVerb: true, never: { words: /plugin|^-load/u } })],
  ['flutter', tool('test|analyze|build|pub')],
  ['dart', tool('test|analyze|pub|format', { needsVerb: true, writes: [{ verbs: 'format', unless: '--output' }] })],
  ['sbt', tool('compile|test|clean|package', { needsVerb: true })],
  ['mix', tool('test|compile|deps.get|format|ecto.migrate|credo|dialyzer', { writes: [{ verbs: 'format', unless: '--check-formatted' }] })],
  ['composer', tool('install|update|require|remove|dump-autoload|validate|show|test|outdated')],
  [
    'deno',
    tool('test|task|lint|fmt|check|cache|outdated', { needsVerb: true, writes: [{ with: '--fix' }, { verbs: 'fmt', unless: '--check' }] }),
  ],
  [
    'terraform',
    tool('plan|init|validate|fmt|show|output|version|workspace', {
      risky: '-plugin-dir -from-module',
      writes: [{ verbs: 'fmt', unless: '-check' }],
    }),
  ],
  ['mise', tool('run|r|ls|list|current|doctor|version|tasks|install', { risky: '-C --cd -s --shell' })],
  [
    'gh',
    tool('pr|issue|run|repo|release|workflow|auth|search|label|cache|status|api|project|ruleset|org', {
      next: {
        pr: 'list|ls|view|status|checks|diff|create|comment|edit|review|ready|close|reopen|merge|checkout|co|lock|unlock|update-branch',
        issue: 'list|ls|view|status|create|comment|edit|close|reopen|delete|lock|unlock|pin|unpin|develop',
        run: 'list|ls|view|watch|rerun|cancel|download|delete',
        repo: 'list|ls|view|clone|fork|create|edit',
        release: 'list|ls|view|create|edit|upload|download|delete',
        workflow: 'list|ls|view|run|enable|disable',
        auth: 'status|token',
      },
      // Words after `--` go to git.
      never: { verbs: 'repo', words: /^-[cu].|^--(?:config|upload)|^--template=[./~]|^[a-z]+\.[\w.-]+=/iu },
      writes: [{ verbs: 'run|release', with: 'download' }],
      valued: '-R --repo',
      anyWords: true,
      risky: '-X --method --raw-field --input --web',
    }),
  ],
  [
    'docker',
    tool(
      'ps|images|logs|inspect|version|info|pull|push|tag|stop|start|restart|kill|rm|rmi|stats|top|port|diff|history|events|network|volume|login|logout|build|compose',
      {
        next: {
          compose: 'ps|logs|up|down|build|pull|stop|start|restart|config|ls|top|images|events|pause|unpause|version|kill|rm|port',
          network: 'ls|inspect|create|rm|prune',
          volume: 'ls|inspect|create|rm|prune',
        },
        reads: [{ verbs: 'compose', with: 'config' }],
        valued: '-c --context -H --host -l --log-level --config',
        anyWords: true,
      },
    ),
  ],
  [
    'kubectl',
    tool('get|describe|logs|top|version|explain|api-resources|api-versions|cluster-info|rollout|apply|scale|auth', {
      valued: '-n --namespace --context --cluster -s --user',
      anyWords: true,
      risky: '--kubeconfig',
    }),
  ],
  ['helm', tool('list|ls|status|get|history|version|search', { anyWords: true, risky: '--kubeconfig --post-renderer' })],
  [
    'tmux',
    tool(
      'ls|list-sessions|list-windows|lsw|list-panes|lsp|has-session|has|capture-pane|capturep|display-message|kill-session|kill-window|kill-pane',
      { anyWords: true, risky: '-f -S', never: { words: /;$/u } },
    ),
  ],
  ['brew', tool('list|ls|info|outdated|search|--version|--prefix|deps')],
]);
