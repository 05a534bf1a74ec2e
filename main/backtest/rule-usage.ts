import type { RuleSuggestion, RuleUsage } from '#shared/contract/rules.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PastCalls } from './call-history.ts';
import { callRef, isRuleForTool, type PastCall } from './past-call.ts';
import { RepeatedAnswers, wouldEndAsking } from './repeated-answers.ts';

const MAX_SUGGESTIONS = 20;
const AT_ONCE = 200;

interface Use {
  readonly rule: RuleRef;
  hits: number;
  /** Of those, calls of other tools: an edit rule for a command that writes. */
  elsewhere: number;
  last: PastCall;
}

/** Statistics of the current rules from recorded calls: which decided how many of them, and which answers were repeated. */
export async function ruleUsage(past: PastCalls, context: ToolPermissionContext, pause: () => Promise<void>): Promise<RuleUsage> {
  const uses = new Map<string, Use>();
  const perTool = new Map<string, number>();
  const repeated = new RepeatedAnswers();
  // Rules took part in the others' decisions only.
  const calls = past.calls.filter(({ isDecided }) => isDecided);
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    perTool.set(call.facts.toolName, (perTool.get(call.facts.toolName) ?? 0) + 1);
    for (const rule of new Map(call.used.map((one) => [keyOf(one), one])).values()) count(uses, rule, call);
    repeated.add(call);
  }
  return {
    checked: calls.length,
    more: past.more,
    uses: [...uses.values()].map(({ rule, hits, elsewhere, last }) => ({
      source: rule.source,
      behavior: rule.behavior,
      text: rule.text,
      hits,
      last: callRef(last),
      share: (hits - elsewhere) / Math.max(1, callsFor(rule, perTool)),
    })),
    saved: past.saved.map(({ text, destination, sessionId, callId, at }) => ({ text, destination, sessionId, callId, at })),
    suggestions: suggestions(repeated, context),
  };
}

function keyOf({ source, behavior, text }: RuleRef): string {
  return `${source}\0${behavior}\0${text}`;
}

function count(uses: Map<string, Use>, rule: RuleRef, call: PastCall): void {
  const use = uses.get(keyOf(rule));
  // Calls are newest first.
  const elsewhere = isRuleForTool(rule, call.facts.toolName) ? 0 : 1;
  if (!use) uses.set(keyOf(rule), { rule, hits: 1, elsewhere, last: call });
  else {
    use.hits++;
    use.elsewhere += elsewhere;
  }
}

function callsFor(rule: RuleRef, perTool: ReadonlyMap<string, number>): number {
  let calls = 0;
  for (const [tool, number] of perTool) if (isRuleForTool(rule, tool)) calls += number;
  return calls;
}

/** Only rules for calls that would still ask today, and would not with the rule. */
function suggestions(repeated: RepeatedAnswers, context: ToolPermissionContext): RuleSuggestion[] {
  return repeated
    .oftenAllowed()
    .filter(({ suggested, last }) => wouldEndAsking(suggested, last, context))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggested: { rules, destination, label }, count, last }) => ({
      texts: [...rules],
      destination,
      label,
      count,
      last: callRef(last),
    }));
}
