import { startsDebugger } from '../interpreter-options.ts';
import { INTERPRETERS } from '../program-names.ts';
import { CHECK_FORMS } from './checks.ts';
import { always, CARRIES_CODE, FINAL, type Form, hasOption, options, publishing, RUNS, upToOperand, verbs, verbsOf } from './form.ts';

const CODE_OPTIONS: readonly string[] =
  '-c -e -E -r -p -i --eval --print --require --import --command --execute --interactive --inspect --inspect-brk --loader --experimental-loader'.split(
    ' ',
  );
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
  'pdb code http.server timeit cProfile profile trace runpy idlelib webbrowser ensurepip IPython ipdb pudb bpython asyncio debugpy ptpython xonsh jupyter pipx'.split(
    ' ',
  ),
);

/** Package sources, and code that is run on installation. */
const PIP: readonly Form[] = [
  options('-i --index-url --extra-index-url --trusted-host --find-links -f --index --proxy --cert --config-settings', RUNS),
  verbs('config', RUNS),
  { operand: /^(?:git\+|https?:|file:)|@\s*(?:git\+|https?:|file:)/u, why: RUNS },
  options('--python', RUNS),
];

/** A virtual environment made anew in a folder that isn't named like one. */
const CLEARS_FOLDER: Form = {
  when: (values) =>
    values.some((value) => hasOption(value, ['--clear', '-c'])) && values.some((value) => !/^(?:-.*|venv|\.?v?env|[\d.]+)$/u.test(value)),
  why: 'it clears a folder',
  irreversible: true,
};

/** What pytest loads, clears or opens by option. */
const PYTEST: readonly Form[] = [
  options('-c --config-file --rootdir --confcutdir -o --override-ini --pdbcls --pdb --trace', RUNS),
  options('--basetemp --clean-alluredir', 'it clears a folder'),
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

const FOR_ALL = 'it works for all projects, or from another registry';

/** Settings of package managers that name what runs, or where. */
const SCRIPT_SETTINGS: readonly Form[] = [
  options('-g --global --location --registry', FOR_ALL),
  { when: ([first, second]) => /^(?:c|config|conf)$/u.test(first ?? '') && /^(?:set|delete|rm)$/u.test(second ?? ''), why: FOR_ALL },
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
  ...[...INTERPRETERS, ...'scala groovy ocaml racket sbcl clojure clj swipl nim crystal raku ts-node tsx kotlin janet nu'.split(' ')].map(
    (name) => [name, INTERPRETER] as const,
  ),
  ...['node', 'nodejs'].map((name): [string, readonly Form[]] => [
    name,
    [
      ...INTERPRETER,
      // Code in an address, or an address that leads to another file.
      {
        when: (values) => upToOperand(values).some((value) => hasOption(value, ['--entry-url']) || /^(?:--[\w-]+=)?data:/iu.test(value)),
        why: CARRIES_CODE,
      },
    ],
  ]),
  ['perl', [...INTERPRETER, { when: startsDebugger, why: CARRIES_CODE }]],
  [
    'bun',
    [
      ...INTERPRETER,
      verbs('x exec create repl upgrade', RUNS),
      options('--shell --config', RUNS),
      {
        when: ([verb, ...rest]) => /^(?:a|add|i|install)$/u.test(verb ?? '') && rest.some((value) => /^(?:-g|--global)$/u.test(value)),
        why: FOR_ALL,
      },
      ADDRESSES,
      ...publishing('publish', '--dry-run'),
    ],
  ],
  [
    'deno',
    [
      ...INTERPRETER,
      verbs('eval repl install x jupyter upgrade', RUNS),
      verbs('publish', FINAL, true),
      // Programs and libraries that it starts are outside its sandbox.
      { operand: /^https?:|^-A$|^--allow-(?:all$|run|ffi)/u, why: RUNS },
      { operand: /^--[\w-]+=https?:/u, why: RUNS },
      {
        when: (values) =>
          values.some((value) => /^(?:npm|jsr):/u.test(value)) &&
          !/^(?:add|cache|info|remove|uninstall|outdated|update|why|approve-scripts)$/u.test(values[0] ?? ''),
        why: FROM_ADDRESS,
      },
    ],
  ],
  [
    'npm',
    [
      verbs('exec x explore init innit create edit', RUNS),
      ...publishing('publish', '--dry-run'),
      verbs('unpublish deprecate', FINAL, true),
      verbs('set', RUNS),
      ...SCRIPT_SETTINGS,
    ],
  ],
  [
    'pnpm',
    [
      verbs('exec dlx create set setup self-update', RUNS),
      options('-c --shell-mode', RUNS),
      ...publishing('publish', '--dry-run'),
      ...SCRIPT_SETTINGS,
    ],
  ],
  [
    'yarn',
    [verbs('exec dlx node create set npm plugin policies global', RUNS), WORKSPACE_EXEC, verbs('publish', FINAL, true), ...SCRIPT_SETTINGS],
  ],
  ...CHECK_FORMS,
  ['nx', [verbs('exec', RUNS)]],
  ['lerna', [verbs('exec', RUNS), verbs('publish clean', FINAL, true)]],
  ['pyright', [options('--pythonpath', RUNS)]],
  ['direnv', [verbs('allow permit grant edit', RUNS)]],
  ['firebase', [{ operand: /^emulators:(?:exec|start)$/u, why: RUNS }]],
  ['vite', [options('--emptyOutDir --empty-out-dir', 'it clears a folder')]],
  ['pytest', PYTEST],
  ['py.test', PYTEST],
  [
    'php',
    [
      ...INTERPRETER,
      options('-d -S -B -F -z --define --server', RUNS),
      {
        when: (values) => upToOperand(values).some((value) => hasOption(value, ['-a', '-R', '-E', '--process-code', '--process-end'])),
        why: CARRIES_CODE,
      },
    ],
  ],
  [
    'rails',
    [
      verbs('runner r console c dbconsole db credentials:edit encrypted:edit secrets:edit app:template', RUNS),
      verbs('d', FINAL, true),
      { when: ([verb, ...rest]) => verb === 'new' && rest.some((value) => hasOption(value, ['-m', '--template'])), why: RUNS },
    ],
  ],
  ['venv', [CLEARS_FOLDER]],
  ['virtualenv', [CLEARS_FOLDER]],
  ['easyrsa', [options('--vars', RUNS)]],
  ...['python', 'python2', 'python3'].map((name): [string, readonly Form[]] => [name, PYTHON]),
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
      {
        when: ([verb, ...rest]) => verb === 'venv' && CLEARS_FOLDER.when?.(rest, true) === true,
        why: CLEARS_FOLDER.why,
        irreversible: true,
      },
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
  [
    'hg',
    [
      options('--config --debugger', RUNS),
      verbs('serve shell debugshell extdiff', RUNS),
      verbs('strip', FINAL, true),
      {
        when: ([verb, ...rest]) =>
          /^(?:up|update|co|checkout)$/u.test(verb ?? '') && rest.some((value) => hasOption(value, ['-C', '--clean'])),
        why: FINAL,
        irreversible: true,
      },
    ],
  ],
  ['svn', [options('--config-option --config-dir --diff-cmd --diff3-cmd --editor-cmd', RUNS)]],
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
  [
    'pandoc',
    [
      { operand: /\.lua$/u, why: RUNS },
      verbs('lua server', RUNS),
      options('-L --lua-filter -F --filter --pdf-engine --extract-media', RUNS),
    ],
  ],
  ['octave-cli', always(RUNS)],
  ['julia', INTERPRETER],
  ['zx', [...INTERPRETER, options('--prefix --postfix --repl', CARRIES_CODE), { operand: /^https?:/u, why: RUNS }]],
  ...['mamba', 'micromamba'].map((name): [string, readonly Form[]] => [name, [verbs('run shell', RUNS)]]),
  ['elixir', [...INTERPRETER, options('-S -pr -pa --rpc-eval', RUNS)]],
];
