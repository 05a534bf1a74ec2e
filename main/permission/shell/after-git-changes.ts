import { isFolder } from '#main/tool/is-folder.ts';
import type { CommandFact, PathFact, ShellFacts } from '#shared/permission/facts.ts';
import { ANY_ORDER } from './after-changes.ts';

/**
 * What git's index and commits hold is looked up before a line runs. A command of the line that runs earlier may change that, or have the same
 * names mean others, so that any file may be shown.
 */
export function afterGitChanges(shell: ShellFacts): ShellFacts {
  const { commands } = shell;
  if (!commands.some(({ paths }) => paths.some(({ heldBy }) => heldBy !== undefined))) return shell;
  const anyOrder = ANY_ORDER.test(shell.line);
  const runsIn = (by: number, outer: number): boolean => {
    let index: number | undefined = by;
    while (index !== undefined && index !== outer) index = commands[index]?.runBy;
    return index === outer;
  };
  const known = commands.map((command, index): CommandFact => {
    // A command that runs another, such as `bash -c`, does nothing else before.
    const isPrior = (by: number): boolean => by !== index && !runsIn(index, by) && (anyOrder || by < index || runsIn(by, index));
    const prior = commands.filter((_, by) => isPrior(by));
    const changed = { commits: prior.some(mayChangeCommits), index: prior.some(mayChangeIndex) };
    if (!changed.commits && !changed.index) return command;
    return { ...command, paths: command.paths.map((fact) => (fact.heldBy && changed[fact.heldBy] ? withAnyFile(fact) : fact)) };
  });
  return { ...shell, commands: known };
}

/** A file command names what it changes, and the others are git itself or could run it. */
function mayChangeCommits(command: CommandFact): boolean {
  return !(command.readOnly || command.fileCommand) || mayWriteInGit(command);
}

/** Other programs that change it can read the files themselves. */
function mayChangeIndex(command: CommandFact): boolean {
  return (command.program === 'git' && !command.readOnly && !addsNamedFiles(command)) || mayWriteInGit(command);
}

/** `git add a.ts`: rules about files see what it names, other than what is in a folder. */
function addsNamedFiles({ argv: [, verb, ...words], paths }: CommandFact): boolean {
  const isNamed = (word: string | null): boolean =>
    word !== null &&
    !/^[-:]|[*?[\\]/u.test(word) &&
    paths.some((fact) => fact.spelled === word && !fact.recursive && !fact.glob && !fact.unresolved && !isFolder(fact.path));
  return verb === 'add' && words.length > 0 && words.every(isNamed);
}

function mayWriteInGit({ paths }: CommandFact): boolean {
  const writes = paths.filter(({ access }) => access === 'write' || access === 'delete');
  return writes.some((fact) => fact.unresolved || [fact.path, fact.real].some((file) => IN_GIT.test(file)));
}

const IN_GIT = /[\\/]\.git(?:[\\/]|$)/iu;

function withAnyFile(fact: PathFact): PathFact {
  const { hidden: _, heldBy: __, ...rest } = fact;
  return rest;
}
