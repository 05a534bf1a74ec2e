import type { CommandFact } from '#shared/permission/facts.ts';

/** Programs of the table of file roles that do nothing but write the files they name. */
const WRITERS: ReadonlySet<string> = new Set(
  'touch mkdir mktemp mkfifo tee sponge truncate fallocate dd chmod chown chgrp chattr setfacl cp ln install split'.split(' '),
);

/** Whether all that a command does is write files that it names, as in `> file`. For its risk: decides nothing. */
export function onlyWrites({ program, argv, env, unseen, beyondPrefix, opaqueCode, paths }: CommandFact): boolean {
  const isKnown = argv.length === 0 || (WRITERS.has(program) && !argv.includes(null));
  const isPlain = !opaqueCode && beyondPrefix.length === 0 && env.every(({ harmless }) => harmless);
  const isSeen = unseen !== undefined && Object.keys(unseen).length === 0;
  return isKnown && isPlain && isSeen && paths.some(({ access }) => access === 'write');
}
