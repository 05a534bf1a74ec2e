/** Programs that run each task their words name, with the options of each that take the next word. Words after `--` are for the tasks. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ...['make', 'gmake'].map((name) => [name, '-j -l -o -W -O --jobs --load-average --old-file --what-if --assume-new'] as const),
  ...['gradle', 'gradlew'].map(
    (name) =>
      [name, '--tests -x --exclude-task --console --max-workers --priority --warning-mode -P -D --project-prop --system-prop'] as const,
  ),
  ...['mvn', 'mvnw'].map(
    (name) => [name, '-pl --projects -P --activate-profiles -T --threads -rf --resume-from -D --define -l --log-file'] as const,
  ),
  ['ant', '-logger -logfile -l -listener'],
  ['rake', '-j --jobs -t --trace'],
  ['task', '-C --concurrency -o --output -t -d'],
  ['just', '--set'],
  ['gulp', '-L --log-level --tasks-depth'],
  ['grunt', ''],
  ['turbo', '--filter -F --concurrency --output-logs --log-order --cache-dir --scope --env-mode --ui'],
  ...['run-s', 'run-p', 'npm-run-all'].map((name) => [name, '--max-parallel'] as const),
]);

/** Verbs before the tasks. */
const VERBS: ReadonlySet<string> = new Set(['run']);

/**
 * Whether all tasks are named by the fixed part of a rule, if it names one of them: `make test *` means test with any options, not
 * `make test deploy`; `make *` means any.
 */
export function staysInTask(program: string, values: readonly (string | null)[], fixed: string): boolean {
  const tasks = tasksOf(program, values);
  const named = new Set(fixed.trim().split(/\s+/u).slice(1));
  return !tasks.some((task) => named.has(task)) || tasks.every((task) => named.has(task));
}

/** The tasks that the words name; none for other programs. */
export function tasksOf(program: string, values: readonly (string | null)[]): readonly string[] {
  const options = OPTIONS.get(program);
  if (options === undefined) return [];
  const valued = new Set(options.split(' '));
  const end = values.indexOf('--');
  return (end < 0 ? values : values.slice(0, end)).flatMap((value, index) => {
    if (value === null || value.startsWith('-') || /^\d+$|=/u.test(value) || VERBS.has(value)) return [];
    return valued.has(values[index - 1] ?? '') ? [] : [value];
  });
}
