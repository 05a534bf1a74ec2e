import type { GitReach } from './git-config.ts';
import type { GlobSight } from '../glob-sight.ts';
import { parseUse, type OptionSpec, type ParsedUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';

/**
 * Sub-commands of git that only read, with their options (git 2.4x manual pages). Left out on purpose: `--output`, `--ext-diff`,
 * `--textconv`, `--open-files-in-pager`, `--exec`, `--upload-pack` and everything that contacts a remote.
 */
const LIMITS =
  '-NUM -n: --max-count= --skip= --since= --until= --after= --before= --author= --committer= --grep= --all-match --invert-grep -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings -P --perl-regexp --merges --no-merges --first-parent --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --reflog --walk-reflogs -g --reverse --topo-order --date-order --author-date-order --left-right --cherry --cherry-pick --cherry-mark --left-only --right-only --boundary --full-history --simplify-merges --ancestry-path --no-walk --stdin --merge --min-parents= --max-parents=';
const FORMAT =
  '--oneline --pretty[=] --format= --abbrev-commit --no-abbrev-commit --abbrev[=] --date= --decorate[=] --no-decorate --decorate-refs= --graph --no-graph --show-signature --source --encoding= --notes[=] --no-notes --relative-date --parents --children --follow -L: --log-size --no-color --color[=] --mailmap --no-mailmap --use-mailmap';
const DIFF =
  '-p -u --patch -s --no-patch -U: --unified= --raw --patch-with-raw --stat[=] --numstat --shortstat --dirstat[=] --summary --patch-with-stat -z --name-only --name-status --submodule[=] --color-words[=] --word-diff[=] --word-diff-regex= --color-moved[=] --no-color-moved --no-renames --check --full-index --binary -B -M -C -D --find-renames[=] --find-copies[=] --find-copies-harder --diff-filter= -S: -G: --pickaxe-all --pickaxe-regex -R --relative[=] -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines --inter-hunk-context= -W --function-context --exit-code --quiet -q --no-ext-diff --no-textconv --src-prefix= --dst-prefix= --no-prefix --minimal --patience --histogram --anneal --diff-algorithm= --indent-heuristic --no-indent-heuristic -c --cc -m --combined-all-paths --ignore-submodules[=] --compact-summary --cached --staged --merge-base -1 -2 -3 --ours --theirs --base';
const ALL = `${LIMITS} ${FORMAT} ${DIFF}`;

const text = (options: string, check?: (use: ParsedUse) => boolean): OptionSpec => ({
  options,
  operands: 'text',
  globUnsafe: true,
  ...(check === undefined ? {} : { check }),
});
/** Everything after the first operand is an operand or a value, even if it looks like an option. */
const stopping = (options: string, check: (use: ParsedUse) => boolean): OptionSpec => ({ ...text(options, check), stopsAtOperand: true });
const GETS =
  /^(?:[^-].*|-z|--(?:all|regexp|show-origin|show-scope|null|name-only|global|system|local|worktree|(?:type|default|value)=.*))$/su;
const noOperands = (use: ParsedUse): boolean => use.operands.length === 0;
const first = (use: ParsedUse): string => use.operands[0]?.value ?? '';

const SUBCOMMANDS: ReadonlyMap<string, OptionSpec> = new Map<string, OptionSpec>([
  [
    'status',
    text(
      '-s -b -v -u[=] -z --short --branch --show-stash --porcelain[=] --long --verbose --untracked-files[=] --ignore-submodules[=] --ignored[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]',
    ),
  ],
  ['log', text(ALL)],
  ['show', text(ALL)],
  ['diff', text(`${DIFF} ${FORMAT}`)],
  ['diff-tree', text(`${DIFF} ${FORMAT} -r -t --root --no-commit-id`)],
  ['diff-index', text(`${DIFF} --cached`)],
  ['diff-files', text(DIFF)],
  ['whatchanged', text(ALL)],
  [
    'shortlog',
    text('-n -s -e -c --numbered --summary --email --committer --group= --format= --since= --until= --all --no-merges --merges'),
  ],
  [
    'reflog',
    text(`${LIMITS} ${FORMAT}`, (use) => ['', 'show', 'list', 'exists'].includes(first(use)) || /^(?:HEAD|refs\/)/u.test(first(use))),
  ],
  [
    'branch',
    text(
      '-a -r -v -vv -l -i --all --remotes --verbose --list --show-current --contains[=] --no-contains[=] --merged[=] --no-merged[=] --sort= --format= --points-at= --color[=] --no-color --column[=] --no-column --ignore-case --abbrev[=] --no-abbrev --omit-empty',
      (use) =>
        noOperands(use) || ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged'].some((flag) => use.flags.has(flag)),
    ),
  ],
  [
    'tag',
    text(
      '-l -n[=] -i --list --contains[=] --no-contains[=] --merged[=] --no-merged[=] --sort= --format= --points-at= --color[=] --column[=] --no-column --ignore-case --omit-empty',
      (use) =>
        noOperands(use) ||
        ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'].some((flag) => use.flags.has(flag)),
    ),
  ],
  ['remote', text('-v --verbose --push --all', (use) => noOperands(use) || (first(use) === 'get-url' && use.operands.length <= 2))],
  [
    'config',
    stopping(
      '-l -z --list --get --get-all --get-regexp --get-urlmatch --name-only --show-origin --show-scope --null --global --system --local --worktree --type= --bool --int --path --default= --includes --no-includes',
      (use) =>
        ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l'].some((flag) => use.flags.has(flag)) ||
        (['get', 'list'].includes(first(use)) && use.operands.slice(1).every(({ value }) => GETS.test(value ?? '-'))) ||
        // Queries a single name.
        (use.operands.length === 1 && /^[\w-]+\../u.test(first(use))),
    ),
  ],
  ['stash', text(`${DIFF} ${FORMAT} ${LIMITS}`, (use) => ['list', 'show'].includes(first(use)))],
  [
    'rev-parse',
    text(
      '--abbrev-ref[=] --short[=] --verify --quiet -q --symbolic --symbolic-full-name --all --branches[=] --tags[=] --remotes[=] --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --absolute-git-dir --git-common-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --path-format= --git-path= --not --since= --until= --default= --revs-only --no-revs --flags --no-flags --sq --end-of-options --show-object-format[=] --show-ref-format',
    ),
  ],
  [
    'rev-list',
    text(
      `${LIMITS} ${FORMAT} --count --objects --use-bitmap-index --timestamp --header --disk-usage[=] --missing= --no-object-names --filter=`,
    ),
  ],
  [
    'describe',
    text(
      '--all --tags --contains --abbrev= --candidates= --exact-match --debug --long --match= --exclude= --always --first-parent --dirty[=] --broken[=]',
    ),
  ],
  ['name-rev', text('--tags --refs= --exclude= --all --name-only --no-undefined --always')],
  [
    'blame',
    text(
      '-b -s -e -f -n -p -w -l -t -c -L: -M -C --root --show-stats --porcelain --line-porcelain --incremental --show-name --show-number --show-email --date= --reverse --first-parent --since= --ignore-rev= --color-lines --color-by-age --abbrev=',
    ),
  ],
  ['annotate', text('-b -s -e -f -n -p -w -l -t -c -L: --date=')],
  [
    'ls-files',
    text(
      '-c -d -m -o -i -s -u -k -v -f -t -z -x: --cached --deleted --modified --others --ignored --stage --unmerged --killed --eol --exclude= --exclude-standard --directory --no-empty-directory --error-unmatch --full-name --recurse-submodules --abbrev[=] --debug --deduplicate --format= --sparse',
    ),
  ],
  ['ls-tree', text('-d -r -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --abbrev[=] --format=')],
  ['cat-file', text('-t -s -e -p --allow-unknown-type --batch-all-objects --batch[=] --batch-check[=] --unordered')],
  [
    'grep',
    text(
      '-NUM -i -I -v -w -a -l -L -c -n -h -H -o -p -q -z -W -A: -B: -C: -e: -E -F -G -P --cached --untracked --no-exclude-standard --exclude-standard --recurse-submodules --text --ignore-case --max-depth= --recursive --no-recursive -r --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --name-only --files-with-matches --files-without-match --null --only-matching --count --color[=] --no-color --break --heading --show-function --context= --after-context= --before-context= --function-context --and --or --not --all-match --quiet --max-count= -m:',
    ),
  ],
  ['merge-base', text('-a --all --octopus --independent --is-ancestor --fork-point')],
  [
    'for-each-ref',
    text(
      '--count= --sort= --format= --color[=] --shell --perl --python --tcl --points-at= --merged[=] --no-merged[=] --contains[=] --no-contains[=] --ignore-case --exclude= --omit-empty',
    ),
  ],
  ['show-ref', text('--head --heads --branches --tags --dereference -d --hash[=] -s --verify --abbrev[=] --quiet -q --exists')],
  [
    'show-branch',
    text(
      '-a -r --all --remotes --current --topo-order --date-order --sparse --more= --list --merge-base --independent --no-name --sha1-name --topics --color[=] --no-color',
    ),
  ],
  ['symbolic-ref', text('-q --quiet --short --no-recurse', (use) => use.operands.length === 1)],
  ['count-objects', text('-v -H --verbose --human-readable')],
  ['check-ignore', text('-q -v -z -n --quiet --verbose --non-matching --no-index')],
  ['check-attr', text('-a --all --cached -z')],
  ['worktree', text('-v --verbose --porcelain -z', (use) => first(use) === 'list' && use.operands.length === 1)],
  ['submodule', text('--recursive --cached --quiet', (use) => first(use) === 'status')],
  ['bisect', text('', (use) => first(use) === 'log' && use.operands.length === 1)],
  ['notes', text('', (use) => ['list', 'show'].includes(first(use)))],
  ['cherry', text('-v --abbrev[=]')],
  ['range-diff', text(`${DIFF} --creation-factor= --no-dual-color --left-only --right-only`)],
  ['verify-commit', text('-v --verbose --raw')],
  ['verify-tag', text('-v --verbose --raw --format=')],
  ['version', text('--build-options')],
  ['help', text('-a -g -c -m --all --guides --man', (use) => use.operands.length <= 1 && /^(?:[a-z][a-z0-9-]*)?$/u.test(first(use)))],
  ['var', text('-l')],
]);

export const READ_ONLY_GIT: ReadonlySet<string> = new Set(SUBCOMMANDS.keys());

/** In a format for tags and branches: the content of what one names, which may be a file, or `*` what its tag names. */
export const RAW_CONTENT = /%\(\*?raw/u;

/** Sub-commands that show file content, so that read denials apply. */
export const SHOWS_CONTENT = new Set([
  'show',
  'diff',
  'diff-tree',
  'diff-index',
  'diff-files',
  'whatchanged',
  'blame',
  'annotate',
  'cat-file',
  'grep',
  'range-diff',
  'stash',
]);

/** Options that make git print changed lines, whatever else it prints. */
const SHOWS_PATCH =
  '-p -u --patch --patch-with-raw --patch-with-stat --binary --check -L -G -S -U --unified --word-diff --color-words -c --cc -W'.split(' ');

/** Sub-commands that only read names and objects, in every form above. */
const LOOKS_AT_OBJECTS = new Set(
  'branch tag remote config rev-parse for-each-ref show-ref symbolic-ref merge-base worktree count-objects name-rev ls-tree cat-file'.split(
    ' ',
  ),
);

/** Sub-commands that list commits, and show their changes with some options. */
export const SHOWS_COMMITS: ReadonlySet<string> = new Set(['log', 'reflog']);

export interface QuietGit {
  readonly subcommand: string;
  readonly reach: GitReach;
  /** Folders named by `-C`. */
  readonly folders: readonly string[];
  /** The words after the sub-command, and what they mean. */
  readonly words: readonly Word[];
  readonly use: ParsedUse;
  readonly showsContent: boolean;
  /** `git show` with an option to list names or statistics: of an object that isn’t a commit it shows the content all the same. */
  readonly showsContentUnlessCommit?: true;
}

/** Parses a read-only git command; undefined when it may do more. */
export function quietGit(words: readonly Word[], globs: GlobSight): QuietGit | undefined {
  const folders: string[] = [];
  let ignoresCase = false;
  let i = 0;
  for (; i < words.length; i++) {
    const value = words[i]?.value;
    if (value === null || value === undefined) return undefined;
    if (value === '-C') {
      const folder = words[++i]?.value;
      if (folder === null || folder === undefined) return undefined;
      folders.push(folder);
    } else if (
      ![
        '--no-pager',
        '-P',
        '--no-optional-locks',
        '--literal-pathspecs',
        '--glob-pathspecs',
        '--noglob-pathspecs',
        '--icase-pathspecs',
        '--no-replace-objects',
      ].includes(value)
    )
      break;
    else if (value === '--icase-pathspecs') ignoresCase = true;
  }
  const subcommand = words[i]?.value;
  if (subcommand === null || subcommand === undefined) return undefined;
  const spec = SUBCOMMANDS.get(subcommand);
  if (spec === undefined) return undefined;
  // `git stash -p list` saves a path named `list`.
  if (subcommand === 'stash' && !['list', 'show'].includes(words[i + 1]?.value ?? '')) return undefined;
  const use = parseUse(words.slice(i + 1), spec, globs);
  if (use === undefined) return undefined;
  if (use.operands.some((word) => word.value === null)) return undefined;
  const patch = SHOWS_PATCH.some((flag) => use.flags.has(flag));
  const names =
    !patch &&
    ['--name-only', '--name-status', '--stat', '--numstat', '--shortstat', '-s', '--no-patch', '--quiet', '--summary'].some((flag) =>
      use.flags.has(flag),
    );
  const unlessCommit = names && subcommand === 'show' && use.operands.length > 0;
  const listsStashes = subcommand === 'stash' && use.operands[0]?.value === 'list' && !patch;
  return {
    subcommand,
    reach: subcommand === 'help' ? 'manual' : LOOKS_AT_OBJECTS.has(subcommand) ? 'objects' : 'workTree',
    folders,
    words: words.slice(i + 1),
    use: ignoresCase ? { ...use, flags: new Set([...use.flags, '--icase-pathspecs']) } : use,
    showsContent:
      (SHOWS_CONTENT.has(subcommand) && (!names || unlessCommit) && !listsStashes) ||
      (SHOWS_COMMITS.has(subcommand) && patch) ||
      (subcommand === 'status' && (use.flags.has('-v') || use.flags.has('--verbose'))) ||
      [...use.values.values()].flat().some((value) => RAW_CONTENT.test(value)),
    ...(unlessCommit && { showsContentUnlessCommit: true }),
  };
}
