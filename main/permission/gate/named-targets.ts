import type { CallFacts, CommandFact, PathFact } from '#shared/permission/facts.ts';
import type { Loss } from '#shared/session/loss.ts';
import { gitVerbAt } from '../shell/git/git-verb.ts';

/** A path that a call deletes or writes, as it is on the disk now. */
export interface Target {
  /** Real, absolute. */
  readonly path: string;
  /** It is written: nothing is lost if it doesn’t exist. */
  readonly mayBeMissing: boolean;
}

/** What is lost with these paths, each with everything below it. Never rejects. */
export type LossOf = (targets: readonly Target[], signal: AbortSignal) => Promise<Loss>;

export interface NamedTargets {
  readonly targets: readonly Target[];
  /** These are all that the call deletes or overwrites. */
  readonly areAll: boolean;
}

/**
 * What a call deletes or overwrites here, by name and without links. It is all where its reading shows so for sure: a line of commands that
 * only read, and of file commands.
 */
export function namedTargets({ shell, place, failure }: CallFacts): NamedTargets {
  if (shell === undefined || place !== undefined || failure !== undefined || shell.limits.length > 0) return NONE;
  const areSeen = shell.commands.every(isSeenThrough);
  // What another program runs may act elsewhere; of a program that isn’t seen through, only what it deletes is certain.
  const known = areSeen ? shell.commands : shell.commands.filter((command) => command.runBy === undefined && isSeenThrough(command));
  const changed = known.flatMap(changedPaths).filter(({ access }) => areSeen || access === 'delete');
  const areAll = areSeen && changed.length > 0 && changed.every(isPlain);
  return { targets: changed.filter(isPlain).flatMap(targetsOf), areAll };
}

const NONE: NamedTargets = { targets: [], areAll: false };

function isSeenThrough(command: CommandFact): boolean {
  const { readOnly, fileCommand, opaqueCode, network, env } = command;
  return (readOnly || fileCommand || isGitFileCommand(command)) && !opaqueCode && !network && env.every(({ harmless }) => harmless);
}

/** `git mv` and `git rm` of this folder, without a force that drops what only git’s index holds. */
function isGitFileCommand({ program, argv, unseen }: CommandFact): boolean {
  const words = argv.slice(1);
  if (program !== 'git' || gitVerbAt(words) !== 0 || !/^(?:mv|rm)$/u.test(words[0] ?? '') || unseen?.runs !== undefined) return false;
  return words.slice(1).every((word) => word !== null && (!word.startsWith('-') || /^-(?:[kqrv]+|-verbose|-quiet)$/u.test(word)));
}

function changedPaths(command: CommandFact): readonly PathFact[] {
  const onlyReads: readonly PathFact['access'][] = command.program === 'git' ? ['read', 'list', 'mention'] : ['read', 'list'];
  return command.paths.filter(({ access }) => !onlyReads.includes(access));
}

function isPlain({ path, real, access, glob, matches, unresolved, oddity, afterCd }: PathFact): boolean {
  const isItself = glob ? matches.every((match) => match.path === match.real) : path === real;
  return (access === 'delete' || access === 'write') && isItself && !unresolved && oddity === undefined && !afterCd;
}

function targetsOf({ real, access, glob, matches }: PathFact): Target[] {
  const mayBeMissing = access === 'write';
  return glob ? matches.map((match) => ({ path: match.real, mayBeMissing })) : [{ path: real, mayBeMissing }];
}
