import type { CallRef, RuleSuggestion, RuleUsage } from '#shared/contract/rules.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { decide } from '#main/permission/decide.ts';
import type { PastCalls } from './call-history.ts';
import { isRuleForTool, type PastCall } from './past-call.ts';

/** After this many equal answers a rule is suggested. */
const REPEATED = 3;
const MAX_SUGGESTIONS = 20;
const AT_ONCE = 200;

interface Use {
  readonly rule: RuleRef;
  hits: number;
  last: PastCall;
}

interface Repeated {
  readonly rules: NonNullable<PastCall['allowedOnce']>;
  readonly calls: PastCall[];
}

/** Statistics of the current rules from recorded calls: which decided how many of them, and which answers were repeated. */
export async function ruleUsage(past: PastCalls, context: ToolPermissionContext, pause: () => Promise<void>): Promise<RuleUsage> {
  const uses = new Map<string, Use>();
  const perTool = new Map<string, number>();
  const repeated = new Map<string, Repeated>();
  for (const [index, call] of past.calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    perTool.set(call.facts.toolName, (perTool.get(call.facts.toolName) ?? 0) + 1);
    for (const rule of new Map(call.used.map((one) => [keyOf(one), one])).values()) count(uses, rule, call);
    if (call.allowedOnce) note(repeated, call.allowedOnce, call);
  }
  return {
    checked: past.calls.length,
    more: past.more,
    uses: [...uses.values()].map(({ rule, hits, last }) => ({
      source: rule.source,
      behavior: rule.behavior,
      text: rule.text,
      hits,
      last: callRef(last),
      share: hits / Math.max(1, callsFor(rule, perTool)),
    })),
    saved: past.saved.map(({ text, destination, sessionId, callId, at }) => ({ text, destination, sessionId, callId, at })),
    suggestions: suggestions([...repeated.values()], context),
  };
}

function keyOf({ source, behavior, text }: RuleRef): string {
  return `${source}\0${behavior}\0${text}`;
}

function count(uses: Map<string, Use>, rule: RuleRef, call: PastCall): void {
  const use = uses.get(keyOf(rule));
  // Calls are newest first.
  if (use) use.hits++;
  else uses.set(keyOf(rule), { rule, hits: 1, last: call });
}

function note(repeated: Map<string, Repeated>, rules: NonNullable<PastCall['allowedOnce']>, call: PastCall): void {
  const key = rules.rules.join('\0');
  const known = repeated.get(key);
  if (known) known.calls.push(call);
  else repeated.set(key, { rules, calls: [call] });
}

function callsFor(rule: RuleRef, perTool: ReadonlyMap<string, number>): number {
  let calls = 0;
  for (const [tool, number] of perTool) if (isRuleForTool(rule, tool)) calls += number;
  return calls;
}

/** Only rules for calls that would still ask today, and would not with the rule. */
function suggestions(repeated: readonly Repeated[], context: ToolPermissionContext): RuleSuggestion[] {
  const now = makePermissionContext({ ...context, mode: 'default', shouldAvoidPermissionPrompts: false });
  return repeated
    .filter(({ calls }) => calls.length >= REPEATED)
    .toSorted((a, b) => b.calls.length - a.calls.length)
    .flatMap(({ rules, calls }) => {
      const [last] = calls;
      if (!last || decide(last.facts, now, last.toolCheck).behavior !== 'ask') return [];
      const draft = rules.rules.map((text, index): RuleEntry => ({
        id: `draft:${index}`,
        behavior: 'allow',
        source: rules.destination,
        text,
      }));
      const after = makePermissionContext({ ...now, rules: [...now.rules, ...draft] });
      if (decide(last.facts, after, last.toolCheck).behavior !== 'allow') return [];
      return [{ texts: [...rules.rules], destination: rules.destination, label: rules.label, count: calls.length, last: callRef(last) }];
    })
    .slice(0, MAX_SUGGESTIONS);
}

function callRef({ sessionId, callId, at, toolName, summary }: PastCall): CallRef {
  return { sessionId, callId, at, toolName, summary };
}
