import type { CallFacts } from '#shared/permission/facts.ts';
import { describeEffects } from './describe-effects.ts';
import { type SedEdit, sedEditOf } from './shell/sed-edit.ts';

/** What the Bash tool needs to know about a command besides whether it may run. */
export interface CommandReading {
  /** It deletes something or can't be undone. True also if part of it is not understood. */
  readonly isDestructive: boolean;
  /** Everything that it runs is known. */
  readonly isUnderstood: boolean;
  /** Set if it only substitutes text in one file. */
  readonly sedEdit?: SedEdit;
}

export function readCommandFacts(command: string, facts: CallFacts): CommandReading {
  const { shell } = facts;
  if (facts.failure !== undefined || shell === undefined) return { isDestructive: true, isUnderstood: false };
  const isUnderstood = !shell.limits.some(({ opaque }) => opaque);
  const paths = [...facts.paths, ...shell.commands.flatMap((one) => one.paths)];
  // Elsewhere it may be another file of that name.
  const sedEdit = facts.place ? undefined : sedEditOf(command, shell);
  return {
    isDestructive: !isUnderstood || describeEffects(facts, paths).risk === 'destructive',
    isUnderstood,
    ...(sedEdit && { sedEdit }),
  };
}
