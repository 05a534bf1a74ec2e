import type { CallFacts, CommandFact, PathFact } from '#shared/permission/facts.ts';

/** A path that a call deletes or writes, as it is on the disk now. */
export interface Target {
  /** Real, absolute. */
  readonly path: string;
  /** It is written: nothing is lost if it doesn’t exist. */
  readonly mayBeMissing: boolean;
}

/** Whether a checkpoint brings back all of these, each with everything below it. Never rejects. */
export type IsCovered = (targets: readonly Target[], signal: AbortSignal) => Promise<boolean>;

/**
 * All that a call would delete or overwrite, where its reading names it for sure: a line of commands that only read and of file commands, on
 * plain paths without links, here. Otherwise `undefined`.
 */
export function namedTargets({ shell, place, failure }: CallFacts): readonly Target[] | undefined {
  if (shell === undefined || place !== undefined || failure !== undefined || shell.limits.length > 0) return undefined;
  if (!shell.commands.every(isSeenThrough)) return undefined;
  const changed = shell.commands.flatMap(({ paths }) => paths).filter(({ access }) => access !== 'read' && access !== 'list');
  if (!changed.every(isPlain) || !changed.some(({ access }) => access === 'delete')) return undefined;
  return changed.map(({ real, access }) => ({ path: real, mayBeMissing: access === 'write' }));
}

function isSeenThrough({ readOnly, fileCommand, opaqueCode, network, env }: CommandFact): boolean {
  return (readOnly || fileCommand) && !opaqueCode && !network && env.every(({ harmless }) => harmless);
}

function isPlain({ path, real, access, glob, unresolved, oddity, afterCd }: PathFact): boolean {
  return (access === 'delete' || access === 'write') && path === real && !glob && !unresolved && oddity === undefined && !afterCd;
}
