import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookDecision } from '#main/permission/hook-decision.ts';
import type { Tool } from '#main/tool/tool.ts';
import { abortReasonOf } from '../abort-reason.ts';
import { cancelledEnd, endHere, go, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { presentCall } from '../present-call.ts';

/** The combined decision of PreToolUse hooks. */
export interface PreToolDecision {
  readonly decision: HookDecision | undefined;
  /** Replaces the entire input, which is then validated and decided again. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
}

/** Runs PreToolUse hooks, before the permission decision (SPEC G5). */
export async function preToolHooks(
  run: CallRun,
  tool: Tool,
  observed: Readonly<Record<string, unknown>>,
  look: () => Promise<HookVerdict>,
): Promise<StepResult<PreToolDecision>> {
  const verdict = await look();
  const { signal } = run.context.abortController;
  if (signal.aborted) return endHere(cancelledEnd(abortReasonOf(signal), false, presentCall(tool, { stage: 'input', input: observed })));
  run.notes.take('PreToolUse', verdict);
  return go({ decision: decisionOf(verdict, run.deps.hooks?.runner.mayAllow ?? false), input: verdict.updatedInput });
}

function decisionOf(verdict: HookVerdict, mayAllow: boolean): HookDecision | undefined {
  const { stop, permission, updatedInput } = verdict;
  const suppliesInput = updatedInput !== undefined;
  // A hook that stops the turn also denies this call.
  if (stop) return { behavior: 'deny', reason: 'it stopped the turn', by: stop.by, suppliesInput };
  if (!permission) return undefined;
  const { behavior, reason, by } = permission;
  if (behavior === 'defer')
    return { behavior: 'ask', reason: `It would decide later, which isn't possible here. ${reason}`.trim(), by, suppliesInput };
  if (behavior === 'allow' && !mayAllow) return undefined;
  return { behavior, reason, by, suppliesInput };
}
