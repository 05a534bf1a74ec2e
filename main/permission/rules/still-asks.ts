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

/**
 * Whether a prefix rule for commands leaves out some that begin with its words because they can’t be undone: `git checkout -- a.txt` of
 * `Bash(git checkout *)`. Those ask all the same.
 */
export function leavesOutFinal({ tool, body }: ParsedRule): boolean {
  if (body.kind !== 'command' || body.form !== 'prefix' || toolRow(tool)?.ruleForm !== 'command' || commandRuleTool(tool) !== 'Bash')
    return false;
  const [program = '', ...rest] = body.text.split(/\s+/u).filter((word) => word !== '');
  // Quotes and variables would have to be read as the shell reads them.
  if (program === '' || /["'\\$`*=]/u.test(body.text)) return false;
  const isOpen = rest.length === 0 || KINDS.has(rest.at(-1) ?? '');
  return [...(isOpen ? VERBS : []), ...FORMS].some((tail) => {
    const words = [...rest, ...tail.split(' ')].map(literalWord);
    return beyondPrefix(program.replace(/^.*\//u, ''), words).irreversible;
  });
}
