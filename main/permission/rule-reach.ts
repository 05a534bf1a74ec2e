import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import { makeCase } from './layers/case.ts';
import { askLayer, denyLayer } from './layers/deny-and-ask.ts';
import { allowLayer } from './layers/mode-and-allow.ts';
import { rulesOf } from './rules/rule-set.ts';

/**
 * Which calls a rule speaks of, were it the only one: deny and ask rules in their wide sense, allow rules where they cover at least a part
 * that would need one. For rule drafts; it decides nothing.
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
