/** The meaning of some programs' words, so that they are not mistaken for commands, verbs or paths. */

/** Build and test tools: their operands are files, tests and tasks of the project, which a rule for the tool is meant to run. */
export const PROJECT_TOOLS: ReadonlySet<string> = new Set(
  [
    'pytest py.test jest vitest mocha ava karma cypress playwright eslint oxlint biome prettier stylelint tsc tsx ts-node vite webpack',
    'rollup esbuild next nuxt astro turbo nx lerna ruff black isort flake8 pylint mypy pyright tox nox coverage cargo go cmake ninja meson',
    'ctest swift flutter dart zig dotnet gcc g++ cc clang clang++ clang-format clang-tidy rustfmt gofmt golangci-lint rubocop rspec phpunit',
    'phpstan pre-commit tree-sitter protoc buf oxfmt',
  ].flatMap((line) => line.split(' ')),
);

/** Programs that run a named task from a file in the project. */
export const TASK_PROGRAMS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun make gmake just task gulp grunt ant gradle gradlew mvn'.split(' '),
);

/** Those whose tasks are written in files that aren’t read. */
export const TASK_FILE_PROGRAMS: ReadonlySet<string> = new Set([
  ...[...TASK_PROGRAMS].filter((name) => !['npm', 'pnpm', 'yarn', 'bun'].includes(name)),
  ...'rake mvnw nox tox invoke mage ninja'.split(' '),
]);

/** Interpreters of a script in the project, and runners whose inner command is judged on its own. */
export const SCRIPT_PROGRAMS: ReadonlySet<string> = new Set(
  'pdm hatch rye pixi node nodejs deno python python2 python3 ruby perl php lua Rscript uv poetry pipenv mise conda nvm pyenv rbenv asdf direnv devbox nix corepack'.split(
    ' ',
  ),
);

/** Options whose value is prose. */
const TEXT_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['git', ['-m', '--message', '--trailer', '--grep', '--author', '--format', '--pretty', '-S', '-G']],
  ...['gh', 'glab', 'hub', 'tea'].map(
    (name) =>
      [
        name,
        '-m --message -b --body -t --title -n --notes -c --comment -d --description -S --subject -q --jq --search'.split(' '),
      ] as const,
  ),
]);

/** Whether the word at `index` is the value of an option that takes prose. */
export function isTextValue(program: string, values: readonly (string | null)[], index: number): boolean {
  const options = TEXT_OPTIONS.get(program);
  if (options === undefined) return false;
  const before = values[index - 1] ?? '';
  const value = values[index] ?? '';
  // The search text.
  if (program === 'gh' && values[0] === 'search') return index > 0;
  if (options.some((option) => before === option || (option.startsWith('--') && value.startsWith(`${option}=`)))) return true;
  // `git commit -am text`, `-mtext`
  return program === 'git' && (/^-[a-z]*m$/u.test(before) || /^-m./u.test(value) || /^-[SG]./u.test(value));
}

/** Splits a word as a program would: `delete-db`, `db:drop`, `deleteMany`, `FLUSH_ALL`. */
export function segmentsOf(word: string): readonly string[] {
  return word
    .replace(/([a-z0-9])([A-Z])/gu, '$1-$2')
    .toLowerCase()
    .split(/[-_:.]+/u)
    .filter((segment) => segment !== '');
}

/** Programs that run another one in an environment, after a verb like `run` or `exec`. */
export const ENVIRONMENT_RUNNERS: readonly string[] =
  'poetry pipenv pdm hatch rye pixi doppler infisical dotenvx uv conda bundle mise direnv devbox asdf nvm rbenv pyenv corepack nix'.split(
    ' ',
  );

/** Programs that run scripts in their own language, which may be given in an option. */
export const INTERPRETERS: readonly string[] =
  'python python2 python3 node nodejs deno bun perl ruby php lua Rscript osascript tclsh guile pwsh powershell'.split(' ');

/** Programs whose words name tasks, not commands. */
export const TASK_RUNNERS: ReadonlySet<string> = new Set('npm pnpm yarn bun make cargo go gh pip pip3 gradle mvn just rake git'.split(' '));
