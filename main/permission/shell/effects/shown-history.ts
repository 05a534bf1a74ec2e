import { joined, type StatedEffect } from './named-words.ts';

/** Of `git diff`, `show` and `log`: which words are options matters little, since what isn't known is left unsaid. */
const OPTIONS =
  '-p -u -s -n: -1 -2 -3 -5 -10 -20 --patch --no-patch --stat[=] --shortstat --numstat --name-only --name-status --cached --staged --word-diff[=] --color[=] --no-color --oneline --graph --all --decorate[=] --no-merges --merges --reverse --follow --max-count= --since= --until= --author= --grep= --format= --pretty[=] --no-pager -w -b -U: --unified= --ignore-all-space --find-renames[=] -M --diff-filter= --abbrev-commit';

/** What reading git commands show. Their words may be commits as well as files, so they are quoted as they are. */
export const SHOWN_HISTORY: readonly StatedEffect[] = [
  {
    command: 'git diff',
    options: OPTIONS,
    says: ({ names, has }) => {
      if (has('--cached', '--staged')) return 'shows the changes of the next commit';
      return names.length === 0 ? 'shows the changes of files' : `shows the changes between files and ${joined(names)}`;
    },
    ofPaths: true,
  },
  {
    command: 'git show',
    options: OPTIONS,
    says: ({ names }) => `shows ${names.length === 0 ? 'the last commit' : joined(names)}, with the changes of files`,
    ofPaths: true,
  },
  {
    command: 'git log',
    options: OPTIONS,
    says: ({ has }) => (has('-p', '-u', '--patch') ? 'shows commits with the changes of files' : 'lists commits'),
    ofPaths: true,
  },
];
