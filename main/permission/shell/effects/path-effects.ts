import type { CallFacts, CommandFact, PathFact } from '#shared/permission/facts.ts';
import type { Stated } from './stated-effects.ts';

const VERBS: Partial<Record<PathFact['access'], string>> = { read: 'reads', write: 'writes', delete: 'deletes', enter: 'works in' };

/** Whether the sentence of its command says what happens to a path. Of git, what looks like a file it changes may be a revision. */
export function saidPaths(stated: ReadonlyMap<CommandFact, Stated | undefined>): (fact: PathFact) => boolean {
  const all = new Set<PathFact>();
  const changed = new Set<PathFact>();
  for (const [{ program, paths }, effect] of stated) {
    if (effect === undefined || !(effect.ofPaths || program === 'git')) continue;
    for (const fact of paths.filter(({ via }) => via === 'operand' || (effect.ofPaths && via === 'option')))
      (effect.ofPaths ? all : changed).add(fact);
  }
  return (fact) => all.has(fact) || (changed.has(fact) && fact.access === 'write');
}

/** What the call does to a path; `undefined` where only its name is seen. `emptied`: see `emptiedFiles`. `isHere`: it’s on this machine. */
export function pathEffect(fact: PathFact, emptied: ReadonlySet<string>, isHere: boolean): string | undefined {
  const { access, path, spelled, recursive, content, missing } = fact;
  const verb = VERBS[access];
  if (verb === undefined) return undefined;
  if (content !== undefined && isNamedLater(fact)) return `writes ${writtenName(fact)}`;
  // What a device holds isn’t a file’s content.
  if (content === undefined || spelled.startsWith('/dev/')) return `${verb} ${spelled}${recursive ? ' and everything in it' : ''}`;
  if (isHere && missing === true) return `creates ${spelled}`;
  if (content === 'extended') return `adds to ${spelled}`;
  return emptied.has(path) ? `leaves ${spelled} empty` : `writes ${spelled}, replacing its content`;
}

/** The file that a redirection writes, in words for the card and for reasons. */
export function writtenName(fact: PathFact): string {
  return isNamedLater(fact) ? `a file whose name is known only when it runs (${fact.spelled})` : fact.spelled;
}

/** A variable, a command or `~name` stands in its name. */
function isNamedLater({ spelled, unresolved }: PathFact): boolean {
  return unresolved && /^~[^/]|[$`]/u.test(spelled);
}

/** Files that `> file` empties: no command, or one that prints nothing, writes there. */
export function emptiedFiles({ shell }: CallFacts): ReadonlySet<string> {
  if (shell === undefined || shell.limits.length > 0) return new Set();
  const redirected = (command: CommandFact): string[] => command.paths.flatMap(({ via, path }) => (via === 'redirect' ? [path] : []));
  const isSilent = ({ argv }: CommandFact): boolean => argv.length === 0 || (argv.length === 1 && QUIET.has(argv[0] ?? null));
  const filled = new Set(shell.commands.filter((command) => !isSilent(command)).flatMap(redirected));
  const silent = shell.commands.filter(isSilent).map(redirected);
  return new Set(silent.flatMap((files) => (files.length === 1 ? files.filter((file) => !filled.has(file)) : [])));
}

const QUIET: ReadonlySet<string | null> = new Set([':', 'true']);
