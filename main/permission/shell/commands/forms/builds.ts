import { CARRIES_CODE, FINAL, type Form, hasOption, options, publishing, RUNS, verbs, verbsOf } from './form.ts';
import { JAVA_BUILD_FORMS } from './java-builds.ts';

/** Text that is a command of its own where it becomes part of a shell line. */
const SHELL_TEXT = /[;|&<>`\n]|\$\(/u;

/** Compilers, build tools and the tool chains of languages. */
export const BUILD_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  [
    'go',
    [
      { operand: /^--?(?:vettool|fixtool|toolexec|exec|overlay|modfile|C|pkgdir|gccgoflags|compiler)(?:=|$)/u, why: RUNS },
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
      ...publishing('publish', '--dry-run -n'),
      verbs('yank', FINAL, true),
      {
        when: (values) => verbsOf(values).includes('clean') && values.some((value) => hasOption(value, ['--target-dir'])),
        why: FINAL,
        irreversible: true,
      },
      verbs('install help login owner watch', RUNS),
    ],
  ],
  ['swift', [{ operand: /plugin|^-load|^-e$/u, why: RUNS }, verbs('repl', RUNS)]],
  ...['make', 'gmake', 'bmake', 'remake', 'colormake'].map((name): [string, readonly Form[]] => [
    name,
    [
      options('--eval -E -f --file --makefile -C --directory -I --include-dir -e --environment-overrides --temp-stdin', RUNS),
      {
        operand:
          /^(?:SHELL|MAKEFLAGS|GNUMAKEFLAGS|MFLAGS|MAKEFILES|\.SHELLFLAGS|[^=]*\.RECIPEPREFIX)\s*[:?+!]*=|\$|`|!=|=\s*(?:\S*\/)?(?:ba|z|da|k)?sh\b/u,
        why: RUNS,
      },
      // Variables and targets become part of the lines that it gives to the shell.
      { operand: SHELL_TEXT, why: RUNS },
    ],
  ]),
  [
    'mix',
    [
      { operand: /^(?:-e|--eval)(?:=|$)/u, why: CARRIES_CODE },
      verbs('cmd eval archive.install escript.install', RUNS),
      verbs('hex.publish', FINAL, true),
    ],
  ],
  ['rustup', [verbs('run', RUNS)]],
  ...['java', 'javac'].map((name): [string, readonly Form[]] => [name, [{ operand: /^(?:-J)?-XX:On\w+=/u, why: RUNS }]]),
  ...['bazel', 'bazelisk'].map((name): [string, readonly Form[]] => [
    name,
    [
      options('--run_under --bazelrc --workspace_status_command', RUNS),
      options('--remote_executor --remote_cache --bes_backend', 'it sends to another machine'),
    ],
  ]),
  ['forge', [options('--ffi --use', RUNS)]],
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
  ['rustc', [{ operand: /^linker=|^(?:-C|--codegen=)linker|^@/u, why: RUNS }]],
  ...JAVA_BUILD_FORMS,
  [
    'just',
    [
      options(
        '--command -c -f --justfile --shell --shell-arg -d --working-directory --chooser --choose -e --edit -g --global-justfile --set',
        RUNS,
      ),
      options('--dotenv-path --dotenv-filename', 'it takes variables from a file'),
      // Arguments become part of the lines that it gives to the shell (just manual, `quote()`).
      { operand: SHELL_TEXT, why: RUNS },
    ],
  ],
  [
    'task',
    [
      options('-t --taskfile -d --dir -g --global', RUNS),
      // Words after `--` are quoted.
      { when: (values) => values.some((value) => /^\w+=/u.test(value) && SHELL_TEXT.test(value)), why: RUNS },
    ],
  ],
  ['meson', [verbs('devenv runpython', RUNS), options('--wrapper --gdb-path --native-file --cross-file --gdb', RUNS)]],
  ['scons', [options('-f --file --makefile --sconstruct --site-dir -C --directory -Y --repository --srcdir', RUNS)]],
  ['ninja', [options('-f', RUNS)]],
  [
    'dotnet',
    [
      verbs('fsi script exec tool new nuget msbuild', RUNS),
      { when: ([verb, ...rest]) => verb === 'ef' && rest.includes('database') && rest.includes('drop'), why: FINAL, irreversible: true },
      options('--test-adapter-path --source', RUNS),
      {
        operand:
          /^[-/]+(?:logger|l|dl|distributedlogger):|^[-/]+p(?:roperty)?[:=]?.*(?:Tool|Custom|Targets|Exe|Path|Import|Event|Command|Before|After)\w*=|^[-/]+p(?:roperty)?:.*[\s;|&`$(<>]/iu,
        why: RUNS,
      },
    ],
  ],
];
