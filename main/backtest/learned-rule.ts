import type { LearnedRule } from '#shared/contract/rules.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { backtest } from './backtest.ts';
import type { PastCalls } from './call-history.ts';
import type { SuggestedRules } from './past-call.ts';
import { RepeatedAnswers, suggestedEntries, wouldEndAsking } from './repeated-answers.ts';

const AT_ONCE = 500;

/**
 * How often a person allowed calls like one that asks now, and what the rule suggested for it would change; `null` if too seldom.
 *
 * @param widths What is suggested for it, narrowest first. The first that was allowed often enough counts.
 */
export async function learnedRule(
  past: PastCalls,
  widths: readonly SuggestedRules[],
  context: ToolPermissionContext,
  pause: () => Promise<void>,
): Promise<LearnedRule | null> {
  const answers = new RepeatedAnswers();
  for (const [index, call] of past.calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    answers.add(call);
  }
  const approvals = widths.flatMap((suggested) => {
    const approval = answers.approvalsOf(suggested.rules);
    return approval && wouldEndAsking(suggested, approval.last, context) ? [{ suggested, count: approval.count }] : [];
  });
  const [approval] = approvals;
  if (!approval) return null;
  const { suggested, count } = approval;
  const tested = await backtest(past, { context, draft: suggestedEntries(suggested), replaces: undefined }, pause);
  const { checked, newlyAllowed, newlyAsked, newlyDenied } = tested;
  return {
    texts: [...suggested.rules],
    count,
    past: { checked, newlyAllowed, newlyAsked, newlyDenied },
  };
}
