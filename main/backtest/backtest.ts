import { type Backtest, type BacktestCall, MAX_BACKTEST_CALLS } from '#shared/contract/rules.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { ruleReach } from '#main/permission/rule-meets.ts';
import type { PastCalls } from './call-history.ts';
import { isRuleForTool, type PastCall } from './past-call.ts';
import { PastDecider } from './past-decider.ts';

export interface BacktestJob {
  readonly context: ToolPermissionContext;
  readonly draft: readonly RuleEntry[];
  /** Id of the rule in `context` that the draft replaces. */
  readonly replaces: string | undefined;
}

/** Calls decided between two pauses. */
const AT_ONCE = 200;

/**
 * Decides past calls with the current rules and with the draft, each in the mode it was made in: what that mode lets run isn't newly run.
 * `pause` is awaited now and then, and may throw to cancel.
 */
export async function backtest({ calls, more }: PastCalls, job: BacktestJob, pause: () => Promise<void>): Promise<Backtest> {
  const rules = [...job.context.rules.filter(({ id }) => id !== job.replaces), ...job.draft];
  const before = new PastDecider(job.context);
  const after = new PastDecider(makePermissionContext({ ...job.context, rules }));
  const speaksOf = ruleReach(job.draft, job.context);
  const found = { matched: 0, matchedElsewhere: 0, sameTool: 0, newlyAllowed: 0, newlyAsked: 0, newlyDenied: 0, unchanged: 0 };
  const changed: BacktestCall[] = [];
  const matchedUnchanged: BacktestCall[] = [];
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    const row = compare(call, before, after);
    const matched = speaksOf(call.facts);
    if (matched) found.matched++;
    if (job.draft.some((rule) => isRuleForTool(rule, call.facts.toolName))) found.sameTool++;
    else if (matched) found.matchedElsewhere++;
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

function compare(call: PastCall, before: PastDecider, after: PastDecider): BacktestCall {
  const { sessionId, callId, at, toolName, summary, was } = call;
  return {
    sessionId,
    callId,
    at,
    toolName,
    summary,
    was,
    before: before.decide(call).behavior,
    after: after.decide(call).behavior,
  };
}
