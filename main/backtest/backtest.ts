import { type Backtest, type BacktestCall, MAX_BACKTEST_CALLS } from '#shared/contract/rules.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { decide } from '#main/permission/decide.ts';
import { ruleReach } from '#main/permission/rule-meets.ts';
import { isRuleForTool, type PastCall } from './past-call.ts';
import type { PastCalls } from './call-history.ts';

export interface BacktestJob {
  readonly context: ToolPermissionContext;
  readonly draft: readonly RuleEntry[];
  /** Id of the rule in `context` that the draft replaces. */
  readonly replaces: string | undefined;
}

/** Calls decided between two pauses. */
const AT_ONCE = 200;

/** Decides past calls with the current rules and with the draft. `pause` is awaited now and then, and may throw to cancel. */
export async function backtest({ calls, more }: PastCalls, job: BacktestJob, pause: () => Promise<void>): Promise<Backtest> {
  // Past calls need nobody to answer: what would ask counts as asking.
  const before = makePermissionContext({ ...job.context, shouldAvoidPermissionPrompts: false });
  const rules = [...before.rules.filter(({ id }) => id !== job.replaces), ...job.draft];
  const after = makePermissionContext({ ...before, rules });
  const speaksOf = ruleReach(job.draft, before);
  const found = { matched: 0, sameTool: 0, newlyAllowed: 0, newlyAsked: 0, newlyDenied: 0, unchanged: 0 };
  const changed: BacktestCall[] = [];
  const matchedUnchanged: BacktestCall[] = [];
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    const row = compare(call, before, after);
    const matched = speaksOf(call.facts);
    if (matched) found.matched++;
    if (matched || job.draft.some((rule) => isRuleForTool(rule, call.facts.toolName))) found.sameTool++;
    if (row.before === row.after) {
      found.unchanged++;
      if (matched && matchedUnchanged.length < MAX_BACKTEST_CALLS) matchedUnchanged.push(row);
      continue;
    }
    found[row.after === 'allow' ? 'newlyAllowed' : row.after === 'ask' ? 'newlyAsked' : 'newlyDenied']++;
    if (changed.length < MAX_BACKTEST_CALLS) changed.push(row);
  }
  return { checked: calls.length, more, ...found, changed, matchedUnchanged };
}

function compare(call: PastCall, before: ToolPermissionContext, after: ToolPermissionContext): BacktestCall {
  const { sessionId, callId, at, toolName, summary, was, facts, toolCheck } = call;
  return {
    sessionId,
    callId,
    at,
    toolName,
    summary,
    was,
    before: decide(facts, before, toolCheck).behavior,
    after: decide(facts, after, toolCheck).behavior,
  };
}
