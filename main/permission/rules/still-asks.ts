import type { ParsedRule } from '#shared/permission/grammar.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';
import { beyondPrefix } from '../shell/commands/beyond-prefix.ts';
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
/** What else may follow certain words: a task that is named after what it does, an option of `find`. */
const AFTER: ReadonlyMap<string, string> = new Map([
  ['run', 'db:reset'],
  ['run-script', 'db:reset'],
  ['find', '. -delete'],
]);

/**
 * Whether a prefix rule for commands leaves out some that begin with its words because they can’t be undone: `git checkout -- a.txt` of
 * `Bash(git checkout *)`. Those ask all the same. A rule with other wildcards may be about nothing else: `Bash(find * -delete)`.
 */
export function leavesOutFinal({ tool, body }: ParsedRule): boolean {
  if (body.kind !== 'command' || body.form === 'exact' || toolRow(tool)?.ruleForm !== 'command' || commandRuleTool(tool) !== 'Bash')
    return false;
  const text = body.form === 'wildcard' ? body.text.replaceAll('*', 'x') : body.text;
  const [program = '', ...rest] = text.split(/\s+/u).filter((word) => word !== '');
  // Quotes and variables would have to be read as the shell reads them.
  if (program === '' || /["'\\$`*=]/u.test(text)) return false;
  if (body.form === 'wildcard') return beyondPrefix(programName(program), rest.map(literalWord)).irreversible;
  const isOpen = rest.length === 0 || KINDS.has(rest.at(-1) ?? '');
  const own = AFTER.get(rest.at(-1) ?? programName(program));
  return [...(isOpen ? VERBS : []), ...(own === undefined ? [] : [own]), ...FORMS].some((tail) => {
    const words = [...rest, ...tail.split(' ')].map(literalWord);
    return beyondPrefix(programName(program), words).irreversible;
  });
}

function programName(path: string): string {
  return path.replace(/^.*\//u, '');
}
