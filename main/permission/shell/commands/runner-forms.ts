/**
 * How a program takes the command to run, from its name on. `flags` and `valued` are options that don't affect what runs; with any other
 * option before the command, only exact rules apply.
 */
interface RunnerForm {
  readonly verbs: readonly string[];
  readonly flags?: string;
  readonly valued?: string;
  /** Options with a value that change what runs, or where. */
  readonly risky?: string;
  /** Number of its own words before the command: a service, a folder. */
  readonly own?: number;
  /** The command comes after this option, not after the verbs. */
  readonly behind?: string;
  /** The words are a task of the project, not a command. */
  readonly task?: true;
  /** It runs programs the project has installed, so a rule may end at the verbs. */
  readonly ownTools?: true;
  /** The command runs in another file system. */
  readonly container?: true;
}

const form = (words: string, more: Omit<RunnerForm, 'verbs'> = {}): readonly [string, RunnerForm] => {
  const [program = '', ...verbs] = words.split(' ');
  return [program, { verbs, ...more }];
};

const IN_CONTAINER = { own: 1, container: true, ownTools: true } as const;
const COMPOSE_EXEC = {
  ...IN_CONTAINER,
  flags: '-T -d --detach --no-TTY -it -i -t --interactive',
  valued: '--index',
  risky: '-u --user -w --workdir -e --env',
};
const COMPOSE_RUN = {
  ...IN_CONTAINER,
  flags: '-T -d --detach --rm --no-TTY --no-deps --build -it -i -t --quiet-pull --service-ports --remove-orphans',
  valued: '--name',
  risky: '-u --user -w --workdir -e --env -v --volume -p --publish --entrypoint -l --label --cap-add --cap-drop --env-from-file',
};
const PACKAGE = { risky: '-p --package --from --with -c --call --spec --python -w --workspace' };

/** The longest matching form wins. */
const FORMS: readonly (readonly [string, RunnerForm])[] = [
  form('uv run', {
    ownTools: true,
    flags:
      '-q -v --quiet --verbose --frozen --locked --no-sync --offline --dev --no-dev --all-extras --all-groups --active --exact --isolated --no-progress',
    valued: '--extra --group --only-group --no-group --no-extra',
    risky:
      '--with --with-editable --with-requirements --env-file -p --python --index --default-index -i --index-url --extra-index-url -f --find-links --directory --project --package --config-file --cache-dir -m --module -s --script',
  }),
  form('uv tool run', PACKAGE),
  form('poetry run', { ownTools: true }),
  form('pipenv run', { ownTools: true }),
  form('pdm run', { ownTools: true, risky: '-p --project' }),
  form('rye run', { ownTools: true, risky: '-p --pyproject' }),
  form('hatch run', { ownTools: true, task: true }),
  form('bundle exec', { ownTools: true, risky: '--gemfile' }),
  form('conda run', { ownTools: true, flags: '--no-capture-output --live-stream', risky: '-n --name -p --prefix --cwd' }),
  form('mise run', {
    ownTools: true,
    task: true,
    flags: '-q --quiet -S --silent -r --raw',
    risky: '-C --cd -E --env -t --tool -s --shell -j --jobs -o --output',
  }),
  form('mise r', { ownTools: true, task: true, risky: '-C --cd -E --env -t --tool -s --shell' }),
  form('mise exec', { behind: '--' }),
  form('mise x', { behind: '--' }),
  form('direnv exec', { own: 1 }),
  form('devbox run', { ownTools: true, task: true, risky: '-c --config -e --env --env-file' }),
  form('nix develop', { behind: '-c --command' }),
  form('nix shell', { behind: '-c --command' }),
  form('rbenv exec', { ownTools: true }),
  form('pyenv exec', { ownTools: true }),
  form('asdf exec', { ownTools: true }),
  form('corepack'),
  ...['npx', 'bunx', 'pnpx', 'uvx'].map((program) => form(program, { ...PACKAGE, flags: '-y --yes --no-install --bun -q --quiet' })),
  form('pipx run', PACKAGE),
  ...['docker', 'podman'].flatMap((program) => [
    form(`${program} compose exec`, COMPOSE_EXEC),
    form(`${program} compose run`, COMPOSE_RUN),
    form(`${program} exec`, { ...COMPOSE_EXEC, risky: `${COMPOSE_EXEC.risky} --env-file --detach-keys` }),
  ]),
];

const BY_PROGRAM = Map.groupBy(FORMS, ([program]) => program);

export interface RunnerUse {
  /** Index of the first argument that belongs to the inner command; absent for a task, and where none is named. */
  readonly inner: number | undefined;
  /** Index of the last of its own verbs. */
  readonly verb: number;
  readonly container: boolean;
  readonly ownTools: boolean;
  /** A word before the command may change what runs, or where. */
  readonly risky: boolean;
}

/** How these arguments run another command; undefined unless in a form listed here. A null argument is known only at run time. */
export function runnerUse(program: string, args: readonly (string | null)[]): RunnerUse | undefined {
  const fitting = (BY_PROGRAM.get(program) ?? []).filter(([, { verbs }]) => verbs.every((verb, index) => args[index] === verb));
  const [, found] = fitting.toSorted(([, a], [, b]) => b.verbs.length - a.verbs.length)[0] ?? [];
  return found === undefined ? undefined : readForm(args, found);
}

/** A program from an address, from elsewhere on disk, or from standard input. */
const FROM_ELSEWHERE = /^[/~]|(?:^|\/)\.\.(?:\/|$)|:\/\/|^-$/u;

function readForm(args: readonly (string | null)[], found: RunnerForm): RunnerUse {
  const { verbs, flags = '', valued = '', risky = '', behind, task } = found;
  const is = (list: string, word: string): boolean => list.split(' ').includes(word);
  const base = { verb: verbs.length - 1, container: found.container === true, ownTools: found.ownTools === true };
  const container = base.container;
  let mayChange = false;
  let ownLeft = found.own ?? 0;
  let isOpen = behind === undefined;
  for (let i = verbs.length; i < args.length; i++) {
    const value = args[i];
    if (value === null || value === undefined) return { ...base, inner: i, risky: true };
    if (!isOpen) {
      isOpen = is(behind ?? '', value);
      if (!isOpen) mayChange = true;
    } else if (value === '--') continue;
    else if (value.startsWith('-') && value !== '-') {
      if (is(flags, value)) continue;
      if (!is(valued, value)) mayChange = true;
      if (is(valued, value) || is(risky, value)) i++;
    } else if (ownLeft > 0) {
      ownLeft--;
      // Another folder has its own environment.
      if (!container && value !== '.') mayChange = true;
    } else {
      const elsewhere = !container && FROM_ELSEWHERE.test(value);
      return { ...base, inner: task === true ? undefined : i, risky: mayChange || elsewhere };
    }
  }
  return { ...base, inner: undefined, risky: mayChange };
}
