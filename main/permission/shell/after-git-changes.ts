import type { CommandFact, PathFact, ShellFacts } from '#shared/permission/facts.ts';
import { ANY_ORDER } from './after-changes.ts';

/**
 * What commits hold is looked up before a line runs. A command of the line that runs earlier may make others, or have the same names mean
 * others, so that any file may be shown.
 */
export function afterCommits(shell: ShellFacts): ShellFacts {
  const { commands } = shell;
  if (!commands.some(({ paths }) => paths.some(({ ofCommits }) => ofCommits))) return shell;
  const anyOrder = ANY_ORDER.test(shell.line);
  const runsIn = (by: number, outer: number): boolean => {
    let index: number | undefined = by;
    while (index !== undefined && index !== outer) index = commands[index]?.runBy;
    return index === outer;
  };
  const known = commands.map((command, index): CommandFact => {
    // A command that runs another, such as `bash -c`, does nothing else before.
    const isPrior = (by: number): boolean => by !== index && !runsIn(index, by) && (anyOrder || by < index || runsIn(by, index));
    const mayDiffer = commands.some((other, by) => isPrior(by) && mayChangeCommits(other));
    return mayDiffer ? { ...command, paths: command.paths.map(withAnyFile) } : command;
  });
  return { ...shell, commands: known };
}

/** A file command names what it changes, and the others are git itself or could run it. */
function mayChangeCommits({ readOnly, fileCommand, paths }: CommandFact): boolean {
  const writes = paths.filter(({ access }) => access === 'write' || access === 'delete');
  return !(readOnly || fileCommand) || writes.some((fact) => fact.unresolved || [fact.path, fact.real].some((file) => IN_GIT.test(file)));
}

const IN_GIT = /[\\/]\.git(?:[\\/]|$)/iu;

function withAnyFile(fact: PathFact): PathFact {
  if (fact.ofCommits !== true) return fact;
  const { hidden: _, ofCommits: __, ...rest } = fact;
  return rest;
}
