import { always, FINAL, type Form, hasOption, options, RUNS, UNNAMES, verbs } from '../commands/forms/form.ts';
import { isPushAddress, pushTargets, remotesToFolder } from './git-remotes.ts';

const ELSEWHERE = 'it writes to other places';
const MOVES = 'it keeps the repository, with its configuration and hooks, in a folder of another name';
/** Merges one folder's content into another: `-X subtree=.github`. */
const SHIFTS: Form = { operand: /^(?:-X|--strat[a-z-]*=)?subtree(?:=.*)?$/u, why: ELSEWHERE };

/** Objects that nothing refers to go with the packs that held them. */
function dropsUnreachable(values: readonly string[]): boolean {
  const has = (letter: string): boolean => values.some((value) => /^-[a-zA-Z]+$/u.test(value) && value.includes(letter));
  return has('a') && has('d');
}

const FINAL_FOR_BRANCH = '-D -d --delete -M -C -f --force --edit-description'.split(' ');

/** Without force, git removes a branch only if its commits are in another one. */
function unnamesOnly(values: readonly string[], areKnown: boolean): boolean {
  const given = values.filter((value) => value.startsWith('-'));
  return (
    areKnown &&
    given.length > 0 &&
    given.every((value) => /^(?:-d|-q|-dq|-qd|--delete|--quiet)$/u.test(value)) &&
    given.some((value) => value !== '-q' && value !== '--quiet')
  );
}

/** By sub-command of git. */
export const GIT_FORMS: ReadonlyMap<string, readonly Form[]> = new Map<string, readonly Form[]>([
  [
    'push',
    [
      options('-f --force --force-with-lease --force-if-includes --mirror --prune -d --delete', FINAL, true),
      { operand: /^[+:]/u, why: FINAL, irreversible: true },
      { when: (values) => pushTargets(values).some(isPushAddress), why: 'it sends to another address than a remote of the repository' },
      options('--receive-pack --exec', RUNS),
    ],
  ],
  ['reset', [options('--hard --merge --keep', FINAL, true)]],
  ['clean', always(FINAL, true)],
  [
    'checkout',
    [
      options('-f --force -B', FINAL, true),
      { operand: /^(?:\.|\*|:\/|.*[*].*)$/u, why: FINAL, irreversible: true },
      options('-- --ours --theirs --pathspec-from-file', FINAL, true),
      {
        // A file, or a path after a revision: `checkout a.txt`, `checkout HEAD src`.
        when: (values) =>
          !values.some((value) => /^(?:-[bBt]|--orphan|--track)/u.test(value)) &&
          values.filter((value) => !value.startsWith('-')).length > 1,
        why: FINAL,
        irreversible: true,
      },
      { operand: /^(?!-).*[^.]\.[a-z]{2,5}$/u, why: FINAL, irreversible: true },
    ],
  ],
  [
    'restore',
    [
      {
        when: (values) =>
          !values.some((value) => /^(?:--staged|-S)$/u.test(value)) || values.some((value) => /^(?:--w|-[a-zA-Z]*W|--so|-s)/u.test(value)),
        why: FINAL,
        irreversible: true,
      },
    ],
  ],
  ['switch', [options('-f --force --discard-changes -C --force-create', FINAL, true)]],
  [
    'branch',
    [
      {
        when: (values, areKnown) => !unnamesOnly(values, areKnown) && values.some((value) => hasOption(value, FINAL_FOR_BRANCH)),
        why: FINAL,
        irreversible: true,
      },
      { when: unnamesOnly, why: UNNAMES },
    ],
  ],
  ['tag', [options('-d --delete -f --force', FINAL, true)]],
  ['stash', [verbs('drop clear', FINAL, true), options('--ext-diff --textconv', RUNS)]],
  ['reflog', [verbs('expire delete drop', FINAL, true), options('--ext-diff --textconv', RUNS)]],
  ['gc', [options('--prune', FINAL, true)]],
  ['prune', always(FINAL, true)],
  ['filter-branch', always(RUNS, true)],
  ['filter-repo', always(FINAL, true)],
  ['update-ref', always(FINAL, true)],
  ['rebase', [options('-x --exec -i --interactive -s --strategy --edit-todo', RUNS), SHIFTS, options('--abort --skip', FINAL, true)]],
  ['bisect', [verbs('run visualize view replay', RUNS), verbs('reset', FINAL, true)]],
  [
    'submodule',
    [
      verbs('foreach', RUNS),
      verbs('set-url set-branch', 'it changes git’s settings'),
      verbs('deinit', FINAL, true),
      options('-f --force', FINAL, true),
    ],
  ],
  ['worktree', [verbs('remove prune', FINAL, true), options('-B', FINAL, true)]],
  ['mv', [options('-f --force', FINAL, true)]],
  ['repack', [{ when: dropsUnreachable, why: FINAL, irreversible: true }]],
  ['config', always('it changes git’s settings')],
  [
    'remote',
    [verbs('remove rm', FINAL, true), { when: remotesToFolder, why: 'it makes a remote of a folder, whose hooks a push would run' }],
  ],
  [
    'fetch',
    [
      options('--upload-pack', RUNS),
      options('-f --force', FINAL, true),
      { operand: /^(?:-[a-z]*P[a-z]*|--prune-t.*|--refm.*)$/u, why: FINAL, irreversible: true },
      { operand: /^\+/u, why: FINAL, irreversible: true },
    ],
  ],
  [
    'pull',
    [
      { operand: /^(?:--reb[a-z]*=|-[a-zA-Z]*r)i/u, why: RUNS },
      options('--upload-pack -s --strategy', RUNS),
      SHIFTS,
      options('-f --force', FINAL, true),
    ],
  ],
  ['clone', [options('-u --upload-pack -c --config --template', RUNS), options('--separate-git-dir', MOVES)]],
  ['init', [options('--template', RUNS), options('--separate-git-dir', MOVES)]],
  ['ls-remote', [options('--upload-pack --exec', RUNS)]],
  ['archive', [options('--exec --remote', RUNS)]],
  ['grep', [options('-O --open-files-in-pager --textconv', RUNS)]],
  ...'diff log show format-patch diff-tree diff-index diff-files range-diff whatchanged'
    .split(' ')
    .map((name) => [name, [options('--ext-diff --textconv', RUNS)]] as const),
  ['cat-file', [options('--textconv --filters', RUNS)]],
  ...[
    'daemon',
    'instaweb',
    'gui',
    'citool',
    'web--browse',
    'cvsserver',
    'http-backend',
    'upload-pack',
    'receive-pack',
    'fast-import',
    'remote-ext',
    'remote-fd',
    'fetch-pack',
    'send-pack',
    'merge-index',
    'merge-one-file',
    'for-each-repo',
    'maintenance',
    'svn',
    'p4',
    'cvsimport',
    'cvsexportcommit',
    'help',
    'var',
    'archimport',
    'quiltimport',
    'scalar',
    'subtree',
    'upload-archive',
    'http-fetch',
    'http-push',
    'shell',
    'sh-i18n',
    'column',
    'request-pull',
  ].map((name) => [name, always('it serves or opens other programs')] as const),
  ['difftool', always(RUNS)],
  ['mergetool', always(RUNS)],
  ['send-email', always('it sends data')],
  ['credential', always('it shows secrets')],
  ['hook', always(RUNS)],
  ['am', [options('-i --interactive', RUNS), options('--directory --patch-format', ELSEWHERE), options('--abort --skip', FINAL, true)]],
  ['rm', [options('-f --force -r', FINAL, true)]],
  ['notes', [verbs('remove prune', FINAL, true)]],
  ['replace', always('it changes what commits contain')],
  ['mktree', always('it does what its input says')],
  ['symbolic-ref', [options('-d --delete', FINAL, true)]],
  ['pack-refs', [options('--prune', FINAL, true)]],
  ['read-tree', [options('--reset -u', FINAL, true), options('--prefix', ELSEWHERE)]],
  ['checkout-index', [options('-f --force', FINAL, true), options('--prefix --stdin', ELSEWHERE)]],
  ['sparse-checkout', [verbs('set reapply disable', FINAL, true)]],
  ['bundle', [verbs('unbundle', FINAL, true)]],
  ['lfs', [verbs('prune migrate', FINAL, true)]],
  ['merge', [options('--abort', FINAL, true), options('-s --strategy', RUNS), SHIFTS]],
  ['cherry-pick', [options('--abort --skip', FINAL, true), options('--strategy', RUNS), SHIFTS]],
  ['revert', [options('--abort --skip', FINAL, true), options('--strategy', RUNS), SHIFTS]],
  ['commit-graph', [options('--replace', FINAL, true)]],
  ['apply', [options('--unsafe-paths --directory --build-fake-ancestor', ELSEWHERE)]],
  ['hash-object', [options('--stdin-paths', 'it reads the files its input names')]],
  ...['blame', 'annotate'].map((name) => [name, [options('--contents -S', 'it shows any file')]] as const),
  ['interpret-trailers', always('it changes files in place')],
  [
    'update-index',
    [
      options('--index-info --stdin -z', 'it does what its input says'),
      { operand: /^\d+,[^,]*,/u, why: ELSEWHERE },
      options('--cacheinfo', ELSEWHERE),
    ],
  ],
  ['commit', [options('-c --reedit-message -e --edit', 'it opens an editor')]],
]);
