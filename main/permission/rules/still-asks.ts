import type { ParsedRule } from '#shared/permission/grammar.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';
import { beyondPrefix } from '../shell/commands/beyond-prefix.ts';
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
export function leavesOutFinal({ tool, body }: ParsedRule): boolean {
  if (body.kind !== 'command' || body.form === 'exact' || toolRow(tool)?.ruleForm !== 'command' || commandRuleTool(tool) !== 'Bash')
    return false;
  const text = body.form === 'wildcard' ? body.text.replaceAll('*', 'x') : body.text;
  const [path = '', ...rest] = text.split(/\s+/u).filter((word) => word !== '');
  // Quotes and variables would have to be read as the shell reads them.
  if (path === '' || /["'\\$`*=]/u.test(text)) return false;
  const program = path.replace(/^.*\//u, '');
  const isFinal = (words: readonly string[]): boolean => beyondPrefix(program, words.map(literalWord)).irreversible;
  if (body.form === 'wildcard') return isFinal(rest);
  // What it runs on another machine is judged as a command of its own.
  if (program === 'ssh') return rest.filter((word) => !word.startsWith('-')).length < 2;
  const isOpen = rest.length === 0 || KINDS.has(rest.at(-1) ?? '') || innerAt(program, rest) === rest.length - 1;
  const own = AFTER.get(rest.at(-1) ?? program);
  const withTail = (tail: string): string[] => [...rest, ...tail.split(' ')];
  return (
    [...(isOpen ? VERBS : []), ...(own === undefined ? [] : [own]), ...FORMS].some((tail) => isFinal(withTail(tail))) ||
    RUN.some((tail) => innerAt(program, withTail(tail)) !== undefined && isFinal(withTail(tail)))
  );
}

/** Where the command starts that a program runs. */
function innerAt(program: string, words: readonly string[]): number | undefined {
  return runnerUse(program, words)?.inner;
}
