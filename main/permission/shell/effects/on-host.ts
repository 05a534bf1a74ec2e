import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { isSecretPath } from '../../paths/secret-path.ts';
import { runnerUse } from '../commands/runner-forms.ts';
import { statedEffect } from './stated-effects.ts';

/** Whether it runs a command on another machine, in a form that does nothing else with files of this one. */
export function runsElsewhere(command: CommandFact): boolean {
  return command.program === 'ssh' && statedEffect(command) !== undefined;
}

/** What ssh runs elsewhere: its folders and files aren’t those of this machine. */
export function isOnHost({ runBy }: CommandFact, commands: readonly CommandFact[]): boolean {
  const by = runBy === undefined ? undefined : commands[runBy];
  return by !== undefined && (runsElsewhere(by) || isOnHost(by, commands));
}

/** Files of a container aren’t those of this machine either. Folders that both have may be changed there. */
export function isReadInContainer(fact: PathFact, { runBy }: CommandFact, commands: readonly CommandFact[]): boolean {
  const by = runBy === undefined ? undefined : commands[runBy];
  return by !== undefined && runnerUse(by.program, by.argv.slice(1))?.container === true && isReadThere(fact);
}

/** Of a command on another machine: a file that is read there. One that may hold keys is judged as if it were here. */
export function isReadThere({ access, path, real, unresolved }: PathFact): boolean {
  const reads = access === 'read' || access === 'list' || access === 'enter' || access === 'mention';
  return reads && !unresolved && !isSecretPath(path) && !isSecretPath(real);
}
