import { programName } from '../shell/commands/program-name.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';
import { beyondPrefix } from '../shell/commands/beyond-prefix.ts';
import { RUNS } from '../shell/commands/forms/form.ts';
import { TASK_FILE_PROGRAMS } from '../shell/commands/program-names.ts';
import { runnerUse } from '../shell/commands/runner-forms.ts';
import { literalWord } from '../shell/parse/word.ts';

/** Words after which the next one says what is done. */
const KINDS: ReadonlySet<string> = new Set(
  'compose volume container image network system builder stash worktree remote submodule reflog notes pr issue repo release s3 db'.split(
    ' ',
  ),
);

/** What the next words may be where they say what is done, and where that is said already. */
const VERBS = ['rm x', 'down', 'drop', 'delete x', 'remove x', 'prune', 'destroy', 'publish', 'close 1', 'merge 1', 'flushall'];
const FORMS = ['-f', '-f x', '--force', '-D x', '-d x', '--hard', '-r x', '-- x', '.'];
/** What a client of a database may be given, whichever database it was named. */
const SQL = [['-c', 'DELETE FROM x'], ['-e', 'DROP TABLE x'], ['DELETE FROM x']];
/** What may follow a sub-command of git and make it run other code. */
const RUNNING = ['-i', 'run', 'foreach'];
/** Sub-commands of package managers that may be given an address instead of a name. */
const INSTALLING = /^(?:install|i|add|ci|download)$/u;
const ADDRESSES = ['https://…', 'git+https://…'];
/** What a program that runs others may be given, alone or after where it runs. */
const RUN = ['rm -rf x', 'x rm -rf x'];
/** What else may follow certain words: a task that is named after what it does, an option. */
const AFTER: ReadonlyMap<string, string> = new Map([
  ['run', 'db:reset'],
  ['run-script', 'db:reset'],
  ['find', '. -delete'],
  ['api', '-X DELETE x'],
  ['migrate', 'reset'],
]);

/**
 * Whether a prefix rule for commands leaves out some that begin with its words because they can’t be undone: `git checkout -- a.txt` of
 * `Bash(git checkout *)`. Those ask all the same. A rule with other wildcards may be about nothing else: `Bash(find * -delete)`.
 */
export function leavesOutFinal(rule: ParsedRule): boolean {
  const named = namedWords(rule);
  if (named === undefined || runsUnread(rule) !== undefined) return false;
  const { program, rest, isPattern } = named;
  const isFinal = (words: readonly string[]): boolean => beyondPrefix(program, words.map(literalWord)).irreversible;
  if (isPattern) return isFinal(rest);
  // What it runs on another machine is judged as a command of its own.
  if (program === 'ssh') return rest.filter((word) => !word.startsWith('-')).length < 2;
  const isOpen = rest.length === 0 || KINDS.has(rest.at(-1) ?? '') || innerAt(program, rest) === rest.length - 1;
  const own = AFTER.get(rest.at(-1) ?? program);
  const withTail = (tail: string): string[] => [...rest, ...tail.split(' ')];
  return (
    [...(isOpen ? VERBS : []), ...(own === undefined ? [] : [own]), ...FORMS].some((tail) => isFinal(withTail(tail))) ||
    (/^(?:psql|mysql|mariadb|sqlite3)$/u.test(program) && SQL.some((words) => isFinal([...rest, ...words]))) ||
    RUN.some((tail) => innerAt(program, withTail(tail)) !== undefined && isFinal(withTail(tail)))
  );
}

/**
 * A command that a prefix rule for a sub-command leaves out because it runs code that comes from elsewhere: `git rebase -i`,
 * `npm install https://…`.
 */
export function leavesOutRunning(rule: ParsedRule): string | undefined {
  const { program = '', rest = [], isPattern = true } = namedWords(rule) ?? {};
  const [command, ...more] = rest;
  if (isPattern || command === undefined || more.length > 0) return undefined;
  const reasonsFor = (tail: string): readonly string[] => beyondPrefix(program, [command, tail].map(literalWord)).reasons;
  if (program === 'git') return named(RUNNING.find((tail) => reasonsFor(tail).includes(RUNS)));
  return INSTALLING.test(command) ? named(ADDRESSES.find((tail) => reasonsFor(tail).length > 0)) : undefined;

  function named(tail: string | undefined): string | undefined {
    return tail === undefined ? undefined : `${program} ${command} ${tail}`;
  }
}

/** What a rule with a wildcard runs that is written in a file which isn’t read: tasks of a task file, or a script. */
export function runsUnread(rule: ParsedRule): 'targets' | 'tasks' | 'script' | undefined {
  const { program = '', path = '' } = namedWords(rule) ?? {};
  if (TASK_FILE_PROGRAMS.has(program)) return /^(?:g?make|ninja)$/u.test(program) ? 'targets' : 'tasks';
  return /^(?:\.{1,2}|[^/~]+)\//u.test(path) && !path.includes('node_modules/.bin/') ? 'script' : undefined;
}

interface NamedWords {
  /** The program as it is written. */
  readonly path: string;
  readonly program: string;
  readonly rest: readonly string[];
  /** It has wildcards elsewhere than at its end. */
  readonly isPattern: boolean;
}

/** Undefined for other rules, and where quotes and variables would have to be read as the shell reads them. */
function namedWords({ tool, body }: ParsedRule): NamedWords | undefined {
  if (body.kind !== 'command' || body.form === 'exact' || toolRow(tool)?.ruleForm !== 'command' || commandRuleTool(tool) !== 'Bash')
    return undefined;
  const isPattern = body.form === 'wildcard';
  const text = isPattern ? body.text.replaceAll('*', 'x') : body.text;
  const [path = '', ...words] = text.split(/\s+/u).filter((word) => word !== '');
  if (path === '' || /["'\\$`*=]/u.test(text)) return undefined;
  const program = programName(path);
  // Where git works says nothing of what it does.
  const rest = program === 'git' && words[0] === '-C' ? words.slice(2) : words;
  return { path, program, rest, isPattern };
}

/** Where the command starts that a program runs. */
function innerAt(program: string, words: readonly string[]): number | undefined {
  return runnerUse(program, words)?.inner;
}
