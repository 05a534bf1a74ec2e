import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const BRANCH =
  '-d -D -m -M -c -C -f -r -q -v -t --delete --move --copy --force --remotes --quiet --verbose --track[=] --no-track --create-reflog';
const COMMIT =
  '-a -m: -F: -C: -c: -t: -e -n -s -q -v -p -o -i -S[=] --all --message= --amend --no-edit --edit --no-verify --signoff --allow-empty --allow-empty-message --fixup= --squash= --file= --author= --date= --reuse-message= --reedit-message= --only --include --quiet --verbose --dry-run --no-gpg-sign --gpg-sign[=] --reset-author --patch --cleanup= --trailer= --template=';
const STASH =
  '-p -k -u -a -q -S -m: --patch --keep-index --no-keep-index --include-untracked --all --quiet --staged --message= --index --pathspec-from-file=';
const ADD =
  '-A -u -n -v -f -p -i -e -N --all --no-all --update --dry-run --verbose --force --patch --interactive --edit --intent-to-add --renormalize --refresh --ignore-errors --sparse --chmod=';
const UNDER_WAY =
  '-q -v -S[=] --abort --continue --skip --quit --quiet --verbose --signoff --strategy= --strategy-option= --gpg-sign[=] --no-gpg-sign';
const MERGE = `${UNDER_WAY} -m: -F: -n -e -s: -X: --message= --file= --ff --ff-only --no-ff --squash --no-squash --commit --no-commit --edit --no-edit --stat --no-stat --no-verify --allow-unrelated-histories --autostash --no-autostash`;
const PICK = `${UNDER_WAY} -m: -n -e -x -s -X: --mainline= --no-commit --edit --no-edit --ff --allow-empty --allow-empty-message --keep-redundant-commits`;
const REBASE = `${UNDER_WAY} -i -x: -X: -s: -m -n -f -r[=] --interactive --onto= --root --exec= --autostash --no-autostash --autosquash --no-autosquash --rebase-merges[=] --keep-base --edit-todo --update-refs --force-rebase --no-ff --merge --apply --stat --no-stat --no-verify --fork-point --no-fork-point`;

const ENDS = ['--abort', '--quit'];
const GOES_ON = ['--continue', '--skip', '--edit-todo'];
const LOSES = 'commits that nothing else may hold';

function branches(names: readonly string[]): string {
  return `${names.length === 1 ? 'the branch' : 'the branches'} ${joined(names)}`;
}

function oldToNew([first, second]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  return second === undefined ? `the current branch to ${first}` : `the branch ${first} to ${second}`;
}

function branch({ names, has }: NamedWords): string | undefined {
  const forced = has('-f', '--force');
  if (names.length === 0) return undefined;
  if (has('-r', '--remotes')) return has('-d', '-D', '--delete') ? `removes what is known here of ${joined(names)}` : undefined;
  if (has('-D') || (forced && has('-d', '--delete'))) return `removes ${branches(names)}, with ${LOSES}`;
  if (has('-d', '--delete')) return `removes ${branches(names)}, if merged already: the commits stay`;
  const pair = oldToNew(names);
  const replaces = (letter: string): string => (has(letter) || forced ? ', replacing a branch of that name' : '');
  if (has('-m', '-M', '--move')) return pair && `renames ${pair}${replaces('-M')}`;
  if (has('-c', '-C', '--copy')) return pair && `copies ${pair}${replaces('-C')}`;
  if (forced) return moved(names[0], names[1]);
  const [made, start, ...others] = names;
  if (made === undefined || others.length > 0 || has('-v', '--verbose')) return undefined;
  return `creates the branch ${made}${start === undefined ? '' : ` at ${start}`}`;
}

export function moved(name: string | undefined, to: string | undefined): string | undefined {
  return name === undefined ? undefined : `moves the branch ${name} to ${to ?? 'the current commit'}, away from ${LOSES}`;
}

/** One that goes commit by commit, and so can stop and go on. */
function sequence(verb: string, options: string, says: (names: readonly string[], words: NamedWords) => string): StatedEffect {
  return {
    command: `git ${verb}`,
    options,
    says: (words) => {
      if (words.has(...ENDS)) return `aborts the ${verb}`;
      return words.has(...GOES_ON) ? `continues the ${verb}` : says(words.names, words);
    },
  };
}

const commits = (names: readonly string[]): string =>
  names.length === 0 ? 'commits' : `${names.length === 1 ? 'the commit' : 'the commits'} ${joined(names)}`;

/** Branches, tags, commits and what is staged or put aside. */
export const HISTORY_EFFECTS: readonly StatedEffect[] = [
  { command: 'git branch', options: BRANCH, says: branch },
  {
    command: 'git tag',
    options: '-d -f -a -s -m: -F: --delete --force --annotate --sign --message= --file=',
    says: ({ names, has }) => {
      if (names.length === 0) return undefined;
      if (has('-d', '--delete')) return `removes ${names.length === 1 ? 'the tag' : 'the tags'} ${joined(names)}`;
      if (has('-f', '--force')) return `moves the tag ${names[0] ?? ''} to ${names[1] ?? 'the current commit'}`;
      return `creates the tag ${names[0] ?? ''}${names[1] === undefined ? '' : ` at ${names[1]}`}`;
    },
  },
  ...['push', 'save'].map((verb): StatedEffect => ({
    command: `git stash ${verb}`,
    options: STASH,
    says: ({ names }) => `stashes uncommitted changes${verb === 'save' || names.length === 0 ? '' : ` of ${joined(names)}`}`,
  })),
  ...['pop', 'apply'].map((verb): StatedEffect => ({
    command: `git stash ${verb}`,
    options: STASH,
    says: () => 'brings back stashed changes',
  })),
  // A word is another sub-command, or one that isn’t known.
  {
    command: 'git stash',
    options: STASH,
    says: ({ names, understood }) => (understood && names.length === 0 ? 'stashes uncommitted changes' : undefined),
  },
  {
    command: 'git commit',
    options: COMMIT,
    says: ({ names, has }) => {
      if (has('--dry-run')) return undefined;
      if (has('--amend')) return 'replaces the last commit of the current branch';
      if (has('-a', '-am', '--all')) return 'commits all changed files';
      return names.length === 0 ? 'commits changes' : `commits ${joined(names)}`;
    },
  },
  {
    command: 'git add',
    options: ADD,
    says: ({ names, has }) => {
      if (has('-n', '--dry-run', '--refresh')) return undefined;
      const files = names.length === 0 ? '' : ` of ${joined(names)}`;
      if (has('-p', '--patch', '-i', '--interactive', '-e', '--edit')) return `stages parts of the changes${files}`;
      if (has('-u', '--update')) return `stages changes of tracked files${names.length === 0 ? '' : ` in ${joined(names)}`}`;
      if (names.length === 0) return has('-A', '--all') ? 'stages all changes' : 'stages changes';
      if (joined(names) === '.') return 'stages everything in .';
      return `stages ${joined(names)}${has('-f', '--force') ? ', even if ignored' : ''}`;
    },
  },
  sequence('rebase', REBASE, ([upstream, topic], { value }) => {
    const base = value('--onto') ?? upstream;
    const which = topic === undefined ? 'the current branch' : `the branch ${topic}`;
    return `rewrites commits of ${which}${base === undefined ? '' : `, on top of ${base}`}`;
  }),
  sequence('merge', MERGE, (names) =>
    names.length === 0 ? 'merges into the current branch' : `merges ${joined(names)} into the current branch`,
  ),
  sequence('cherry-pick', PICK, (names) => `copies ${commits(names)} to the current branch`),
  sequence('revert', PICK, (names) => `undoes ${commits(names)} on the current branch, by new changes`),
];
