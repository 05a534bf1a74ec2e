import type { CommandFact } from '#shared/permission/facts.ts';
import { moved } from './history-effects.ts';
import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const CHECKOUT =
  '-b: -B: -f -q -t -m -l -d --force --quiet --track[=] --no-track --guess --no-guess --merge --detach --orphan= --progress --no-progress --recurse-submodules --no-recurse-submodules --ignore-other-worktrees';
const SWITCH =
  '-c: -C: -f -q -t -m -d --create= --force-create= --force --quiet --track[=] --no-track --guess --no-guess --discard-changes --merge --detach --orphan= --progress --no-progress --recurse-submodules --no-recurse-submodules --ignore-other-worktrees';
const APPLY =
  '-R -3 -p: -C: -v -q --check --stat --numstat --summary --apply --index --cached --reverse --3way --reject --recount --verbose --quiet --whitespace= --ignore-whitespace --ignore-space-change --unidiff-zero --allow-empty --include= --exclude= -N --intent-to-add';
const CLONE =
  '-b: -q -v -n -l -s -j: -o: --branch= --depth= --quiet --verbose --no-checkout --bare --mirror --single-branch --no-single-branch --no-tags --recurse-submodules[=] --recursive --shallow-submodules --shallow-since= --filter= --jobs= --origin= --progress --sparse --local --shared';
const PUSH =
  '-u -f -n -q -v -d --all --branches --tags --follow-tags --mirror --force --force-with-lease[=] --force-if-includes --set-upstream --delete --dry-run --no-verify --verify --quiet --verbose --atomic --prune --porcelain --progress --no-progress --thin --no-thin';

const FETCH =
  '-p -a -t -q -v -n -j: -k -f --prune --prune-tags --all --multiple --tags --no-tags --depth= --deepen= --unshallow --quiet --verbose --force --progress --no-progress --jobs= --dry-run --recurse-submodules[=] --no-recurse-submodules --shallow-since= --set-upstream --append --atomic';
const PULL = `${FETCH} -r --rebase[=] --no-rebase --ff --ff-only --no-ff --squash --autostash --no-autostash --no-edit --commit --no-commit --no-verify -s: -X: --strategy= --strategy-option=`;

const LAST = 'the branch that was checked out before';

/** As far as its spelling tells: a number of a commit, or a place relative to one. */
const COMMIT = /^[0-9a-f]{7,40}$|^(?:HEAD|@)\b|[~^]|@\{/u;

/** Whether git finds a file or folder of that name. */
function isOnDisk({ paths }: CommandFact, name: string): boolean {
  return paths.some((fact) => fact.spelled === name && fact.access === 'write' && fact.missing !== true);
}

const from = (start: string | undefined): string => (start === undefined ? '' : ` at ${start}`);

/** What can’t be undone is said as such. */
function checkout({ names, value, has }: NamedWords, { irreversible }: CommandFact): string | undefined {
  const [first] = names;
  const again = moved(value('-B'), first);
  if (again !== undefined || irreversible) return again;
  const made = value('-b');
  if (made !== undefined) return `creates the branch ${made}${from(first)} and switches to it`;
  const orphan = value('--orphan');
  if (orphan !== undefined) return `starts the branch ${orphan}, without commits`;
  if (first === undefined || names.length > 1) return undefined;
  if (first === '-') return `switches to ${LAST}`;
  return `switches to ${has('-d', '--detach') || COMMIT.test(first) ? 'the commit ' : ''}${first}`;
}

function switches({ names: [first], value, has }: NamedWords, { irreversible }: CommandFact): string | undefined {
  const again = moved(value('-C', '--force-create'), first);
  if (again !== undefined || irreversible) return again;
  const made = value('-c', '--create');
  if (made !== undefined) return `creates the branch ${made}${from(first)} and switches to it`;
  const orphan = value('--orphan');
  if (orphan !== undefined) return `starts the branch ${orphan}, without commits`;
  if (first === undefined) return undefined;
  if (first === '-') return `switches to ${LAST}`;
  return `switches to the ${has('-d', '--detach') ? 'commit' : 'branch'} ${first}`;
}

const outOfNext = (what: string): string => `unstages ${what}; files stay as they are`;

function reset({ names, has, understood }: NamedWords, command: CommandFact): string | undefined {
  if (command.irreversible || !understood) return undefined;
  const [first, ...rest] = names;
  if (first === undefined || (first === 'HEAD' && rest.length === 0)) return outOfNext('everything');
  if (rest.length > 0 && !isOnDisk(command, first)) return outOfNext(joined(rest));
  if (rest.length > 0 || isOnDisk(command, first)) return outOfNext(joined(names));
  const kept = has('--soft') ? 'its changes stay in the next commit' : 'files stay as they are';
  return `moves the current branch to ${first}; ${kept}`;
}

function apply({ names, has, understood }: NamedWords): string | undefined {
  if (!understood) return undefined;
  const patch = names.length === 0 ? 'a patch from its input' : joined(names);
  if (has('--check', '--stat', '--numstat', '--summary') && !has('--apply')) return `reads ${patch}`;
  if (has('--cached')) return `puts the changes of ${patch} into the next commit`;
  return has('-R', '--reverse') ? `reverts ${patch}` : `applies ${patch}`;
}

/** `:old` removes what is on the remote. */
function pushed(refs: readonly string[]): string {
  return joined(refs.map((ref) => ref.replace(/^\+/u, '').replace(/^([^:]+):(.+)$/u, '$1 as $2')));
}

function push({ names: [remote = 'its remote', ...refs], has, understood }: NamedWords, { irreversible }: CommandFact): string | undefined {
  if (has('-n', '--dry-run')) return 'shows what it would push';
  if (!understood) return undefined;
  const gone = has('-d', '--delete') ? refs : refs.filter((ref) => ref.startsWith(':'));
  if (gone.length > 0 && gone.length === refs.length) return `removes ${joined(gone.map((ref) => ref.replace(/^:/u, '')))} from ${remote}`;
  if (irreversible) return undefined;
  if (refs.length > 0) return `pushes ${pushed(refs)} to ${remote}`;
  if (has('--all', '--branches')) return `pushes all branches to ${remote}`;
  return has('--tags') ? `pushes all tags to ${remote}` : `pushes to ${remote}`;
}

function fetched({ names: [remote, ...refs], has, understood }: NamedWords): string | undefined {
  if (!understood || has('--dry-run', '--multiple')) return undefined;
  const where = has('--all') ? 'all remotes' : (remote ?? 'its remote');
  return `fetches ${refs.length === 0 ? '' : `${joined(refs)} `}from ${where}${forgets(has)}`;
}

const forgets = (has: NamedWords['has']): string => (has('-p', '--prune') ? ', and forgets branches that are gone there' : '');

function pulls({ names: [remote, ...refs], has, value, understood }: NamedWords): string | undefined {
  if (!understood || has('--dry-run', '--all')) return undefined;
  const rebases = value('--rebase') !== 'false' && has('-r', '--rebase') && !has('--no-rebase');
  const then = rebases ? ', and puts your commits on top' : '';
  return `pulls ${refs.length === 0 ? '' : `${joined(refs)} `}from ${remote ?? 'its remote'}${then}${forgets(has)}`;
}

function clone({ names: [address, folder] }: NamedWords): string | undefined {
  if (address === undefined) return undefined;
  const into = folder ?? /([^/:]+?)(?:\/?\.git|\.bundle)?\/*$/u.exec(address)?.[1];
  return `clones the repository ${address}${into === undefined ? '' : ` to ${into}`}`;
}

/** What git does to the files of the project and to those of other machines. */
export const TREE_EFFECTS: readonly StatedEffect[] = [
  { command: 'git checkout', options: CHECKOUT, says: checkout },
  { command: 'git switch', options: SWITCH, says: switches },
  {
    command: 'git restore',
    options: '-S -W -q -p --staged --worktree --quiet --patch --ignore-unmerged',
    says: ({ names, has }, { irreversible }) =>
      irreversible || names.length === 0 || !has('-S', '--staged') ? undefined : outOfNext(joined(names)),
  },
  { command: 'git reset', options: '-q -p -N --soft --mixed --quiet --patch --intent-to-add --no-refresh --refresh', says: reset },
  { command: 'git apply', options: APPLY, says: apply },
  {
    command: 'git am',
    options: '-3 -s -k -q -u --3way --signoff --keep --quiet --abort --continue --skip --quit -r --resolved --keep-cr',
    says: ({ names, has, understood }) => {
      if (!understood) return undefined;
      if (has('--abort', '--quit')) return 'aborts applying patches';
      if (has('--continue', '--skip', '-r', '--resolved')) return 'continues applying patches';
      return `creates commits from ${names.length === 0 ? 'the patches of its input' : joined(names)}`;
    },
  },
  {
    command: 'git rm',
    options: '-r -f -q -n --cached --force --quiet --dry-run --ignore-unmatch',
    says: ({ names, has }) => {
      if (names.length === 0 || has('-n', '--dry-run')) return undefined;
      return has('--cached') ? `keeps ${joined(names)} out of the next commits; files stay as they are` : `removes ${joined(names)}`;
    },
  },
  { command: 'git push', options: PUSH, says: push, ofNetwork: true },
  { command: 'git fetch', options: FETCH, says: fetched, ofNetwork: true },
  { command: 'git pull', options: PULL, says: pulls, ofNetwork: true },
  { command: 'git clone', options: CLONE, says: clone, ofNetwork: true },
  {
    command: 'git init',
    options: '-b: -q --initial-branch= --quiet --bare',
    says: ({ names: [folder], understood }) => (understood ? `creates a repository in ${folder ?? 'this folder'}` : undefined),
  },
  {
    command: 'git config',
    options: '--global --local --system --worktree --add --unset --unset-all --replace-all --list -l --get --get-all',
    says: ({ names: [first, ...rest], has }) => {
      const place = has('--global', '--system') ? ' for all projects' : '';
      if (first === undefined || has('--list', '-l', '--get', '--get-all')) return undefined;
      if (has('--unset', '--unset-all')) return `removes the setting ${first} of git${place}`;
      const key = first === 'set' ? rest[0] : first;
      const isSet = first === 'set' ? rest.length > 1 : rest.length > 0;
      return isSet && key !== undefined && first !== 'get' && first !== 'list' ? `changes the setting ${key} of git${place}` : undefined;
    },
  },
];
