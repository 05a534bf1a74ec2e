import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import { makeCase } from './layers/case.ts';
import { askLayer, denyLayer } from './layers/deny-and-ask.ts';
import { allowLayer } from './layers/mode-and-allow.ts';
import { rulesOf } from './rules/rule-set.ts';

/**
 * Returns a test for which calls a rule would affect if it were the only one: deny and ask rules match widely, allow rules where they cover
 * at least one part that needs a rule. For rule drafts; never used for decisions.
 */
export function ruleReach(rules: readonly RuleEntry[], context: ToolPermissionContext): (facts: CallFacts) => boolean {
  const probe = makePermissionContext({ ...context, rules, mode: 'default', isBypassPermissionsModeAvailable: false });
  return (facts) => {
    if (facts.failure !== undefined) return false;
    const at = makeCase(facts, probe, rulesOf(probe), undefined);
    return [denyLayer, askLayer, allowLayer].some((layer) =>
      layer(at).trace.some(({ rule, outcome }) => rule !== undefined && outcome !== 'pass'),
    );
  };
}
