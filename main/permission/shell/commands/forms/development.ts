import { INTERPRETERS } from '../program-names.ts';
import { always, FINAL, type Form, hasOption, options, RUNS, upToOperand, verbs, verbsOf } from './form.ts';

const CODE_OPTIONS: readonly string[] =
  '-c -e -E -r -p -i --eval --print --require --import --command --execute --interactive --inspect --inspect-brk --loader --experimental-loader'.split(
    ' ',
  );
const CARRIES_CODE = 'it carries code of its own';
const FROM_INPUT: Form = { operand: /^-$/u, why: 'it reads code from its input' };

/** Options after the script belong to the script. */
const INTERPRETER: readonly Form[] = [
  { when: (values) => upToOperand(values).some((value) => hasOption(value, CODE_OPTIONS)), why: CARRIES_CODE },
  FROM_INPUT,
];

/** `-m` is followed by a module with words of its own. */
const PYTHON: readonly Form[] = [
  {
    when: (values) => {
      const own = upToOperand(values);
      const module = own.indexOf('-m');
      return (module < 0 ? own : own.slice(0, module)).some((value) => hasOption(value, CODE_OPTIONS));
    },
    why: CARRIES_CODE,
  },
  FROM_INPUT,
];

/** Python modules that run code named in their words, or serve the folder. */
export const MODULES_THAT_RUN: ReadonlySet<string> = new Set(
  'pdb code http.server timeit cProfile profile trace runpy idlelib webbrowser ensurepip IPython ipdb pudb bpython'.split(' '),
);

/** Package sources, and code that is run on installation. */
const PIP: readonly Form[] = [
  options('-i --index-url --extra-index-url --trusted-host --find-links -f --index --proxy --cert --config-settings', RUNS),
  verbs('config', RUNS),
  { operand: /^(?:git\+|https?:|file:)|@\s*(?:git\+|https?:|file:)/u, why: RUNS },
  options('--python', RUNS),
];

/** What pytest loads, clears or opens by option. */
const PYTEST: readonly Form[] = [
  options('-c --config-file --rootdir --confcutdir -o --override-ini --pdbcls --pdb --trace', RUNS),
  options('--basetemp', 'it clears a folder'),
  options('--tx --rsyncdir --pastebin', 'it works on other machines'),
  { operand: /^@/u, why: 'it takes its options from a file' },
  {
    when: (values) =>
      values.some((value, at) => /^-p(?!no:)./u.test(value) || (value === '-p' && values[at + 1]?.startsWith('no:') !== true)),
    why: RUNS,
  },
];

const FROM_ADDRESS = 'it takes a package from an address';
/** By itself, or as the source of a named package. */
const ADDRESS = /^(?:(?:@[\w.-]+\/)?[\w.-]+@)?(?:https?:|git[+:@]|ssh:|(?:github|gitlab|bitbucket|gist):)/u;

const ADDRESSES: Form = { operand: ADDRESS, why: FROM_ADDRESS };

/** Settings of package managers that name what runs, or where. */
const SCRIPT_SETTINGS: readonly Form[] = [
  options('-g --global --location --registry', 'it works for all projects, or from another registry'),
  ADDRESSES,
  {
    // `user/repo` is a repository on GitHub.
    when: (values) => {
      const own = values.includes('--') ? values.slice(0, values.indexOf('--')) : values;
      const verb = verbsOf(own).at(-1) ?? '';
      return /^(?:i|in\w*|add|update|up|upgrade)$/u.test(verb) && own.some((value) => /^(?!\.)[\w.-]+\/[\w.-]+(?:#.*)?$/u.test(value));
    },
    why: FROM_ADDRESS,
  },
  options('--script-shell --node-options --shell-emulator --userconfig --globalconfig --node-gyp --git --editor --viewer --browser', RUNS),
  options('--call --init-module --onload-script --pnpmfile --global-pnpmfile --use-yarnrc', RUNS),
  { operand: /^--config\.|^--python=/u, why: RUNS },
  { operand: /script-?shell|node-?options|yarn-?path|shell-?mode/iu, why: RUNS },
];

/** `yarn workspaces foreach -A exec id` */
const WORKSPACE_EXEC: Form = {
  when: ([first, ...rest]) => /^workspaces?$/u.test(first ?? '') && rest.some((value) => /^(?:exec|node|dlx|npm|plugin)$/u.test(value)),
  why: RUNS,
};

/** Interpreters, package managers, build and test tools. */
export const DEVELOPMENT_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  ...[...INTERPRETERS, ...'scala groovy ocaml racket sbcl clojure clj swipl nim crystal raku ts-node tsx'.split(' ')].map(
    (name) => [name, INTERPRETER] as const,
  ),
  [
    'bun',
    [
      ...INTERPRETER,
      verbs('x exec create repl upgrade', RUNS),
      options('--shell --config', RUNS),
      ADDRESSES,
      verbs('publish', FINAL, true),
    ],
  ],
  [
    'deno',
    [
      ...INTERPRETER,
      verbs('eval repl install x jupyter upgrade', RUNS),
      verbs('publish', FINAL, true),
      { operand: /^https?:|^-A$|^--allow-all$/u, why: RUNS },
      { when: ([verb, ...rest]) => verb === 'run' && rest.some((value) => /^(?:npm|jsr):/u.test(value)), why: FROM_ADDRESS },
    ],
  ],
  [
    'go',
    [
      { operand: /^--?(?:vettool|toolexec|exec|overlay|modfile|C|pkgdir|gccgoflags|compiler)(?:=|$)/u, why: RUNS },
      { operand: /extld|extar|-plugin|fplugin|-wrapper/u, why: RUNS },
      verbs('run generate tool', RUNS),
      { operand: /^--?[wu](?:=|$)/u, why: 'it changes the settings of go' },
      { operand: /@(?!$)/u, why: 'it fetches and builds a program' },
    ],
  ],
  [
    'cargo',
    [
      options('--config -C -Z --git', RUNS),
      { operand: /^\+.*[/\\]/u, why: 'it runs a toolchain by its path' },
      verbs('publish yank', FINAL, true),
      {
        when: (values) => verbsOf(values).includes('clean') && values.some((value) => hasOption(value, ['--target-dir'])),
        why: FINAL,
        irreversible: true,
      },
      verbs('install help login owner watch', RUNS),
    ],
  ],
  [
    'npm',
    [
      verbs('exec x explore init innit create edit', RUNS),
      verbs('publish unpublish deprecate', FINAL, true),
      verbs('set', RUNS),
      ...SCRIPT_SETTINGS,
    ],
  ],
  ['pnpm', [verbs('exec dlx create set', RUNS), options('-c --shell-mode', RUNS), verbs('publish', FINAL, true), ...SCRIPT_SETTINGS]],
  [
    'yarn',
    [verbs('exec dlx node create set npm plugin policies', RUNS), WORKSPACE_EXEC, verbs('publish', FINAL, true), ...SCRIPT_SETTINGS],
  ],
  ['tox', [options('-x --override', RUNS)]],
  ['pyright', [options('--pythonpath', RUNS)]],
  ['swift', [{ operand: /plugin|^-load/u, why: RUNS }]],
  ['direnv', [verbs('allow permit grant edit', RUNS)]],
  ['firebase', [{ operand: /^emulators:(?:exec|start)$/u, why: RUNS }]],
  ['vite', [options('--emptyOutDir', 'it clears a folder')]],
  ['pytest', PYTEST],
  ['py.test', PYTEST],
  ...['make', 'gmake', 'bmake', 'remake', 'colormake'].map((name): [string, readonly Form[]] => [
    name,
    [
      options('--eval -E -f --file --makefile -C --directory -I --include-dir -e --environment-overrides', RUNS),
      {
        operand:
          /^(?:SHELL|MAKEFLAGS|GNUMAKEFLAGS|MFLAGS|MAKEFILES|\.SHELLFLAGS|[^=]*\.RECIPEPREFIX)\s*[:?+!]*=|\$|`|!=|=\s*(?:\S*\/)?(?:ba|z|da|k)?sh\b/u,
        why: RUNS,
      },
    ],
  ]),
  ['php', [...INTERPRETER, options('-d -S -B -F -z --define --server', RUNS)]],
  ['forge', [options('--ffi --use', RUNS)]],
  ['easyrsa', [options('--vars', RUNS)]],
  [
    'cmake',
    [
      { operand: /^-[PEC]$/u, why: RUNS },
      { operand: /^(?:SHELL|MAKEFLAGS)=|^-f$/u, why: RUNS },
      { operand: /^-D[^=]*(?:COMMAND|LAUNCHER|PROGRAM|RULE|COMPILER)\w*(?::\w+)?=.*[/\s;]/u, why: RUNS },
    ],
  ],
  ...['gcc', 'g++', 'cc', 'clang', 'clang++'].map(
    (name) =>
      [name, [options('-wrapper -B -specs', RUNS), { operand: /^-(?:fplugin|fpass-plugin|specs|B|Xclang|load)|^@/u, why: RUNS }]] as const,
  ),
  ['rustc', [{ operand: /^linker=|^-Clinker/u, why: RUNS }]],
  ...['gradle', 'gradlew'].map((name): [string, readonly Form[]] => [
    name,
    [
      options('-I --init-script --gradle-distribution-url', RUNS),
      { operand: /^(?:-p|--project-dir|-b|--build-file|-c$|--settings-file|-g|--gradle-user-home)|java\.home|jvmargs/u, why: RUNS },
    ],
  ]),
  ...['python', 'python2', 'python3'].map((name): [string, readonly Form[]] => [name, PYTHON]),
  [
    'mvn',
    [
      { operand: /^(?:-f|--file|-s|--settings|-gs|--global-settings|-t|--toolchains)(?:=|$)/u, why: RUNS },
      { operand: /^(?:exec|antrun|groovy|scala|ant):|^-Dexec\.|:exec$|:java$/u, why: RUNS },
      { operand: /^-D[\w.-]*(?:jvm|argLine|executable|class\.path|remoteRepositories)/iu, why: RUNS },
      verbs('deploy', FINAL, true),
    ],
  ],
  [
    'just',
    [
      options(
        '--command -c -f --justfile --shell --shell-arg -d --working-directory --chooser --choose -e --edit -g --global-justfile --set',
        RUNS,
      ),
      options('--dotenv-path --dotenv-filename', 'it takes variables from a file'),
    ],
  ],
  ['task', [options('-t --taskfile -d --dir -g --global', RUNS)]],
  ['meson', [verbs('devenv runpython', RUNS), options('--wrapper --gdb-path --native-file --cross-file --gdb', RUNS)]],
  ['scons', [options('-f --file --makefile --sconstruct --site-dir -C --directory -Y --repository --srcdir', RUNS)]],
  ['ninja', [options('-f', RUNS)]],
  ['rake', [options('-f --rakefile -r --require -p -e -E --execute --execute-print --libdir -I -R', RUNS)]],
  [
    'poetry',
    [
      ADDRESSES,
      verbs('self config source shell', RUNS),
      { when: ([verb, next]) => verb === 'env' && next === 'use', why: RUNS },
      verbs('publish', FINAL, true),
      options('-C --directory -P --project', RUNS),
    ],
  ],
  [
    'uv',
    [
      verbs('tool self publish', RUNS),
      ADDRESSES,
      { operand: /^--(?:index-url|extra-index-url|find-links|config-file)(?:=|$)/u, why: RUNS },
      {
        // A version is fine.
        when: (values) =>
          values.some(
            (value, at) =>
              /^(?:--python=|-p).*\//u.test(value) || (/^(?:--python|-p)$/u.test(value) && values[at + 1]?.includes('/') === true),
          ),
        why: RUNS,
      },
      options('--directory --project --with --with-editable --with-requirements --index --default-index', RUNS),
    ],
  ],
  ['composer', [verbs('exec global config', RUNS), options('-d --working-dir', RUNS)]],
  ['bundle', [options('--git --github --source', FROM_ADDRESS), verbs('console open plugin config help', RUNS)]],
  ['gem', [verbs('open', RUNS), options('-e --editor --file', RUNS)]],
  ['brew', [verbs('edit create irb sh ruby', RUNS)]],
  ['hg', [options('--config --debugger', RUNS), verbs('serve shell', RUNS)]],
  ...['code', 'code-insiders', 'codium', 'cursor', 'windsurf'].map((name): [string, readonly Form[]] => [
    name,
    [
      options('--install-extension --user-data-dir --extensions-dir --add-mcp --inspect-extensions --inspect-brk-extensions', RUNS),
      options('--remote --folder-uri --file-uri --disable-workspace-trust --sync', RUNS),
      verbs('tunnel serve-web serve-local chat agent', 'it opens this machine to others, or another agent'),
    ],
  ]),
  ['pip', PIP],
  ['pip3', PIP],
  ['pandoc', [options('-L --lua-filter -F --filter --pdf-engine --extract-media', RUNS)]],
  ['octave-cli', always(RUNS)],
  ['julia', INTERPRETER],
  ['elixir', [...INTERPRETER, options('-S -pr -pa --rpc-eval', RUNS)]],
  [
    'dotnet',
    [
      verbs('fsi script exec tool new nuget msbuild', RUNS),
      options('--test-adapter-path --source', RUNS),
      {
        operand:
          /^[-/]+(?:logger|l|dl|distributedlogger):|^[-/]+p(?:roperty)?[:=]?.*(?:Tool|Custom|Targets|Exe|Path|Import|Event|Command|Before|After)\w*=|^[-/]+p(?:roperty)?:.*[\s;|&`$(<>]/iu,
        why: RUNS,
      },
    ],
  ],
];
