import type { ActiveRule } from '../rules/active-rule.ts';

/** `why`: what of the call can't be seen. `restriction`: the rule or setting in force, by name. */
export function notAllChecked(why: string, restriction: string): string {
  return `${why} That can’t be checked against ${restriction}.`;
}

export function ruleName({ entry: { behavior, text } }: ActiveRule): string {
  return `the ${behavior} rule ${text}`;
}
