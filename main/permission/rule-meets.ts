import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import { makeCase } from './layers/case.ts';
import { denyLayer } from './layers/deny-and-ask.ts';
import { type Rules, rulesOf } from './rules/rule-set.ts';

/**
 * Whether one rule speaks of a call, in the wide sense of deny and ask rules: any spelling, any depth. `maybe`: only run
 * time can tell. `filesAs` says how its file pattern is read: in an allow rule one folder is the working directory's own. For hook
 * conditions and rule drafts; it decides nothing.
 */
export function ruleMeets(
  text: string,
  facts: CallFacts,
  context: ToolPermissionContext,
  filesAs: RuleBehavior = 'deny',
): 'yes' | 'maybe' | 'no' {
  const probing = (behavior: RuleBehavior): ToolPermissionContext => {
    // From a source with a folder of its own, so that a leading slash means the same in every list.
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
