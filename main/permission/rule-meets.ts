import type { CallFacts } from '#shared/permission/facts.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import { makeCase } from './layers/case.ts';
import { denyLayer } from './layers/deny-and-ask.ts';
import { rulesOf } from './rules/rule-set.ts';

/**
 * Whether one rule speaks of a call, in the wide sense of deny and ask rules: any spelling, any depth. `maybe`: only run
 * time can tell. For hook conditions and rule drafts; it decides nothing.
 */
export function ruleMeets(text: string, facts: CallFacts, context: ToolPermissionContext): 'yes' | 'maybe' | 'no' {
  const probe = makePermissionContext({ ...context, rules: [{ id: 'probe', behavior: 'deny', source: 'session', text }] });
  const verdict = denyLayer(makeCase(facts, probe, rulesOf(probe), undefined)).verdict;
  if (verdict === undefined)
    return facts.failure === undefined && facts.shell?.limits.some((limit) => limit.opaque) !== true ? 'no' : 'maybe';
  return verdict.behavior === 'deny' ? 'yes' : 'maybe';
}
