import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from './tool-permission-context.ts';
import { makeCase } from './layers/case.ts';
import { askLayer, denyLayer } from './layers/deny-and-ask.ts';
import { type Rules, rulesOf } from './rules/rule-set.ts';
import { allowLayer } from './layers/mode-and-allow.ts';

/**
 * Whether one rule may match a call, matched as widely as deny and ask rules: any spelling, any depth. `maybe`: only run time can tell.
 * `filesAs` is the behaviour its file pattern is read for: in an allow rule a single folder name means the one in the working directory.
 * For conditions of hooks and rule drafts; never used for decisions.
 */
export function ruleMeets(
  text: string,
  facts: CallFacts,
  context: ToolPermissionContext,
  filesAs: RuleBehavior = 'deny',
): 'yes' | 'maybe' | 'no' {
  const probing = (behavior: RuleBehavior): ToolPermissionContext => {
    // Uses a source with its own folder, so that a leading slash means the same in every list.
    const rule: RuleEntry = { id: 'probe', behavior, source: 'project', text };
    return makePermissionContext({ ...context, rules: [rule] });
  };
  const probe = probing('deny');
  const rules = rulesOf(probe);
  const verdict = denyLayer(makeCase(facts, probe, withFiles(rules, rulesOf(probing(filesAs))[filesAs]), undefined)).verdict;
  if (verdict === undefined)
    return facts.failure === undefined && facts.shell?.limits.some((limit) => limit.opaque) !== true ? 'no' : 'maybe';
  return verdict.behavior === 'deny' ? 'yes' : 'maybe';
}

function withFiles(rules: Rules, { paths, pathRules }: Rules['deny']): Rules {
  return { ...rules, deny: { ...rules.deny, paths, pathRules } };
}

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
