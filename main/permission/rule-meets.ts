import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import { makeCase } from './layers/case.ts';
import { denyLayer } from './layers/deny-and-ask.ts';
import { type Rules, rulesOf } from './rules/rule-set.ts';

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
