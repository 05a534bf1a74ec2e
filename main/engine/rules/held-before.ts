import type { Decision, RuleRef } from '#shared/permission/decision.ts';

/** Whether a layer before the allow rules decided: no allow rule changes it. */
export function heldBefore({ behavior, trace }: Decision): boolean {
  return trace.some(({ layer, outcome }) => outcome === behavior && (layer === 'deny' || layer === 'ask' || layer === 'safety'));
}

/** The deny or ask rule that surely decided a call before any allow rule. */
export function earlierDecider({ behavior, trace }: Decision): RuleRef | undefined {
  if (behavior === 'allow') return undefined;
  return trace.find(({ outcome, rule, maybe }) => outcome === behavior && rule?.behavior === behavior && maybe !== true)?.rule;
}
