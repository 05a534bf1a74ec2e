import { GIT_VALUED } from '../git/git-verb.ts';
import type { Word } from '../parse/word.ts';
import { mayBeOneOf, operandsOf } from './risky-options.ts';
import { mayRun, NOTHING_UNSEEN, type Unseen } from './unseen.ts';

const TAME_GLOBALS = new Set(
  '-C --no-pager -P -p --paginate --no-optional-locks --literal-pathspecs --no-replace-objects --version --help -v -h'.split(' '),
);
/** Settings of git that name no program, for `-c` and `git config`. */
const TAME_SETTING =
  /^(?:user\.(?:name|email)|color\.[\w.]+|advice\.\w+|init\.defaultbranch|push\.\w+|pull\.\w+|fetch\.prune|rebase\.\w+|merge\.conflictstyle|core\.(?:quotepath|autocrlf|eol|filemode|longpaths|ignorecase|abbrev)|commit\.gpgsign|tag\.gpgsign|log\.\w+|diff\.(?:renames|algorithm|context|noprefix)|protocol\.version|http\.(?:postbuffer|version)|submodule\.recurse|branch\.[\w.]+|rerere\.\w+|safe\.directory)$/iu;
const DOES_NOTHING = /^core\.(?:pager|editor)=(?:|cat|:|true)$/iu;

/** Sub-commands that run nothing but hooks and helpers configured in the repository, and the options with which they run more. */
const SUBCOMMANDS: ReadonlyMap<string, string> = new Map([
  ...'add annotate blame branch check-attr check-ignore check-ref-format checkout cherry cherry-pick clean commit commit-tree count-objects describe diff-files diff-index diff-tree for-each-ref format-patch fsck gc hash-object ls-files ls-tree merge-base merge-file merge-tree mktag mktree mv name-rev notes pack-refs prune range-diff read-tree reflog replace reset restore rev-list rev-parse revert rm shortlog show-branch show-ref sparse-checkout stash status stripspace switch symbolic-ref tag update-index update-ref var verify-commit verify-pack verify-tag version whatchanged worktree write-tree apply am checkout-index bundle remote'
    .split(' ')
    .map((name) => [name, ''] as const),
  ['diff', '--ext-diff --textconv'],
  ['log', '--ext-diff --textconv'],
  ['show', '--ext-diff --textconv'],
  ['cat-file', '--textconv --filters'],
  ['grep', '-O --open-files-in-pager --textconv'],
  ['fetch', '--upload-pack'],
  ['pull', '--upload-pack -s --strategy -i --interactive'],
  ['push', '--receive-pack --exec'],
  ['clone', '-u --upload-pack -c --config --template'],
  ['ls-remote', '--upload-pack --exec'],
  ['init', '--template'],
  ['archive', '--exec --remote'],
  ['merge', '-s --strategy'],
  ['rebase', '-x --exec -i --interactive -s --strategy --edit-todo'],
  ['submodule', '--template'],
  ['help', '-w --web -i --info -m --man'],
]);
const NESTED: Readonly<Record<string, string>> = {
  submodule: 'init update status sync add deinit summary absorbgitdirs set-branch',
  bisect: 'start good bad new old skip reset log replay terms',
};
const READS_CONFIG = new Set(
  '-l --list --get --get-all --get-regexp --get-urlmatch --name-only --show-origin --show-scope --local --global --system --worktree -z --null --bool --int --path --type'.split(
    ' ',
  ),
);
/** Sub-commands that write other content to files without naming them. Changes through commits and branches don't count. */
const REWRITES = /^(?:stash|clean|apply|am|checkout-index|read-tree|restore|sparse-checkout)$/u;

/** The hidden effects of a git call. An alias can't replace one of git's own sub-commands. */
export function gitUnseen(rest: readonly Word[], isInProject: (folder: string) => boolean): Unseen {
  let at = 0;
  for (; rest[at]?.value?.startsWith('-') === true; at++) {
    const option = rest[at]?.value ?? '';
    const value = rest[at + 1]?.value ?? undefined;
    if (option === '-c' && (value === undefined || !isTameSetting(value))) return mayRun('It sets up git differently for this call.');
    if (option !== '-c' && !TAME_GLOBALS.has(option)) return mayRun('It sets up git differently for this call.');
    if (option === '-C' && (value === undefined || !isInProject(value)))
      return mayRun('It runs git in another folder, whose configuration it would use.');
    if (GIT_VALUED.has(option)) at++;
  }
  const verb = rest[at];
  const words = rest.slice(at + 1);
  if (verb === undefined) return NOTHING_UNSEEN;
  if (verb.value === null || verb.glob) return mayRun('Which command of git it runs is only known when it runs.');
  if (words.some(({ value }) => /^(?:ext|fd)::/u.test(value ?? ''))) return mayRun('It may run a program as a remote.');
  const nested = NESTED[verb.value];
  if (nested !== undefined) return nestedUnseen(nested, words);
  if (verb.value === 'config') return configUnseen(words);
  const risky = SUBCOMMANDS.get(verb.value);
  if (risky === undefined) return mayRun(`What git ${verb.value} runs is not known.`);
  if (words.some((word) => mayBeOneOf(word, risky.split(' ').filter(Boolean)))) return mayRun('One of its options may run a program.');
  return { ...(readsUnnamed(verb.value, words) && { reads: 'It may show files that no word names.' }), ...rewrites(verb.value, words) };
}

function nestedUnseen(known: string, words: readonly Word[]): Unseen {
  const verb = operandsOf(words)[0];
  return verb === undefined || known.split(' ').includes(verb.value ?? '') ? NOTHING_UNSEEN : mayRun('It may run other commands.');
}

function isTameSetting(setting: string): boolean {
  return TAME_SETTING.test(setting.split('=')[0] ?? '') || DOES_NOTHING.test(setting);
}

/** Reads a setting, or writes one that names no program. */
function configUnseen(words: readonly Word[]): Unseen {
  const operands = operandsOf(words, ['--type', '-t', '--default', '-f', '--file', '--blob']);
  const first = operands[0]?.value ?? '';
  const gets =
    words.some(({ value }) => READS_CONFIG.has(value ?? '') && /^(?:-l|--list|--get)/u.test(value ?? '')) ||
    ['get', 'list'].includes(first);
  const settings = operands.slice(['set', 'unset'].includes(first) ? 1 : 0);
  if (gets || settings.length <= 1 || TAME_SETTING.test(settings[0]?.value ?? '')) return NOTHING_UNSEEN;
  return mayRun('It may change what git runs.');
}

function readsUnnamed(verb: string, words: readonly Word[]): boolean {
  const values = words.map(({ value }) => value ?? '');
  if (verb === 'hash-object') return values.some((value) => value.startsWith('--stdin-p'));
  return (
    verb === 'grep' && values.some((value) => value.length > 4 && ['--no-index', '--untracked'].some((name) => name.startsWith(value)))
  );
}

function rewrites(verb: string, words: readonly Word[]): Pick<Unseen, 'writes'> {
  const values = words.map(({ value }) => value ?? '');
  const shows = values.some((value) => /^(?:list|show|--check|--stat|--numstat|--summary|-n|--dry-run)$/u.test(value));
  const paths = verb === 'checkout' && values.some((value) => value === '--' || /^[.:*]/u.test(value));
  const resets = verb === 'reset' && values.some((value) => /^--(?:h|mer|k)/u.test(value));
  const discards = /^(?:checkout|switch)$/u.test(verb) && values.some((value) => /^(?:-[a-zA-Z]*f|--f(?:o.*)?$|--dis)/u.test(value));
  return (REWRITES.test(verb) && !shows) || paths || resets || discards ? { writes: 'It may change files that no word names.' } : {};
}
