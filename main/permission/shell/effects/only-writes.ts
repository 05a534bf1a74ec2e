import type { CommandFact } from '#shared/permission/facts.ts';
import { gitVerb } from '../git/git-verb.ts';

/** Programs of the table of file roles that do nothing but write the files they name. */
const WRITERS: ReadonlySet<string> = new Set(
  'touch mkdir mktemp mkfifo tee sponge truncate fallocate dd chmod chown chgrp chattr setfacl cp ln install split sort tar bsdtar zip unzip'.split(
    ' ',
  ),
);

/** Sub-commands of git that change only files and git’s own data, and run none of the hooks that projects usually have. */
const GIT_WRITERS: ReadonlySet<string> = new Set('add branch init mv notes reset restore rm stash tag'.split(' '));

/** Whether all that a command does is write files that it names, as in `> file`, or change what git keeps. For its risk: decides nothing. */
export function onlyWrites({ program, argv, env, unseen, beyondPrefix, opaqueCode, paths }: CommandFact): boolean {
  const isPlain = !opaqueCode && beyondPrefix.length === 0 && env.every(({ harmless }) => harmless) && !argv.includes(null);
  if (!isPlain || unseen === undefined || unseen.runs !== undefined) return false;
  if (program === 'git') return GIT_WRITERS.has(gitVerb(argv.slice(1)));
  const isKnown = argv.length === 0 || WRITERS.has(program);
  return isKnown && Object.keys(unseen).length === 0 && paths.some(({ access }) => access === 'write');
}
