import { type CommandFact, callFactsSchema } from '#shared/permission/facts.ts';

/** Read-only, but made to last. */
const WAITING: ReadonlySet<string> = new Set(['sleep', 'tail', 'watch']);
/** Git’s commands that change just the files they are given, and run nothing. */
const GIT_ON_FILES: ReadonlySet<string | null | undefined> = new Set(['mv', 'rm', 'add']);
const MODES: ReadonlySet<string> = new Set(['chmod', 'chown', 'chgrp']);

/**
 * Tells which files a call writes by name, as far as its command shows: absolute paths. None for one that also does something that may take
 * its time, since somebody else may then write the file too. Read when first asked: facts may be long.
 */
export function writtenByName(facts: unknown): (file: string) => boolean {
  let written: ReadonlySet<string> | undefined;
  return (file) => (written ??= writtenIn(facts)).has(file);
}

function writtenIn(facts: unknown): ReadonlySet<string> {
  const { data } = callFactsSchema.safeParse(facts);
  if (!data?.shell || data.place !== undefined) return new Set();
  const { commands, limits } = data.shell;
  if (limits.some(({ opaque }) => opaque) || !commands.every(isShort)) return new Set();
  return new Set(
    commands.flatMap(({ paths }) =>
      paths.flatMap(({ access, real, recursive, unresolved, matches }) =>
        access === 'write' && !recursive && !unresolved ? [real, ...matches.map((match) => match.real)] : [],
      ),
    ),
  );
}

/** Whether it only reads files or handles those it is given. */
function isShort({ program, argv, readOnly, fileCommand }: CommandFact): boolean {
  if (WAITING.has(program)) return false;
  return readOnly || fileCommand || MODES.has(program) || (program === 'git' && GIT_ON_FILES.has(argv[1]));
}
