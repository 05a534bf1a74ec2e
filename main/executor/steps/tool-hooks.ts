import { contentText } from '#shared/session/content-text.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { Tool, ToolResult } from '#main/tool/tool.ts';
import type { HookDecision } from '#main/permission/hook-decision.ts';
import { type CallEnd, cancelledEnd, endHere, go, type StepResult } from '../call-result.ts';
import { callEventInput, type CallRun } from '../call-run.ts';
import { errorMessage } from '../result-texts.ts';
import { abortReasonOf } from '../abort.ts';
import { presentCall } from '#main/tool/present-call.ts';
import { keepResult } from './run-tool.ts';

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
  if (verdict.permission?.behavior === 'defer' && !verdict.stop && mayDefer(run))
    return endHere(deferredEnd(tool, observed, verdict.permission));
  return go({ decision: decisionOf(verdict, run.services.hooks?.runner.mayAllow ?? false), input: verdict.updatedInput });
}

/** Only a run without a window ends with an open call, which whoever started it decides about, and only if it is the only one. */
function mayDefer({ context, call }: CallRun): boolean {
  const { agent, options } = context;
  const calls = call.message.blocks.filter(({ type }) => type === 'tool_use').length;
  return options.isNonInteractive && agent.depth === 0 && calls === 1;
}

function deferredEnd(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { by, reason }: NonNullable<HookVerdict['permission']>,
): CallEnd {
  const why = reason === '' ? '' : ` ${reason}`;
  return {
    outcome: 'cancelled',
    isError: true,
    content: `The hook ${by} deferred this call.${why} It did not run, and this run ends here. Make it again once the user goes on.`,
    view: { ...presentCall(tool, { stage: 'input', input }), outcome: 'deferred' },
    errorKind: 'deferred',
    endsTurn: true,
  };
}

function decisionOf(verdict: HookVerdict, mayAllow: boolean): HookDecision | undefined {
  const { stop, permission, updatedInput } = verdict;
  const suppliesInput = updatedInput !== undefined;
  // A hook that stops the turn also denies this call.
  if (stop) return { behavior: 'deny', reason: 'it stopped the turn', by: stop.by, suppliesInput };
  if (!permission) return undefined;
  const { behavior, reason, by } = permission;
  if (behavior === 'defer')
    return { behavior: 'ask', reason: `It would decide later, which isn’t possible here. ${reason}`.trim(), by, suppliesInput };
  if (behavior === 'allow' && !mayAllow) return undefined;
  return { behavior, reason, by, suppliesInput };
}

/** Runs PostToolUseFailure hooks. After an abort they aren't awaited, since the model already has its result. */
export async function afterFailure(
  run: CallRun,
  tool: Tool,
  observed: Readonly<Record<string, unknown>>,
  end: CallEnd,
  duration: { readonly duration_ms: number },
): Promise<CallEnd> {
  const interrupted = end.outcome === 'cancelled';
  const error = contentText(end.content);
  const beside = interrupted ? { ...run, context: { ...run.context, abortController: new AbortController() } } : run;
  const look = callEventInput(beside, tool, 'PostToolUseFailure', observed, { error, is_interrupt: interrupted, ...duration });
  if (!look) return end;
  if (interrupted) {
    // It rejects only when the session can't be written, which halts it.
    look().catch(() => undefined);
    return end;
  }
  await run.recorder.step(
    'hooks: PostToolUseFailure',
    async () => {
      const verdict = await look();
      run.notes.take('PostToolUseFailure', verdict);
      if (verdict.block) run.notes.say('PostToolUseFailure', verdict.block.reason);
      return go(undefined);
    },
    () => 'ok',
  );
  return end;
}

/** Runs PostToolUse hooks. Replaced output is checked, converted and limited like the tool's own. */
export async function postToolHooks(
  run: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  result: ToolResult<unknown, unknown>,
  kept: CallEnd,
  verdict: HookVerdict,
): Promise<StepResult<CallEnd>> {
  run.notes.take('PostToolUse', verdict);
  if (verdict.block) run.notes.say('PostToolUse', verdict.block.reason);
  const { updatedOutput } = verdict;
  if (!updatedOutput) return go(kept);
  const replaced = tool.outputSchema.safeParse(updatedOutput.value);
  if (!replaced.success) {
    const where = replaced.error.issues[0]?.path.join('.') || 'its value';
    return unchanged(run, kept, `${where} isn’t what ${tool.name} gives`, updatedOutput.by);
  }
  try {
    return await keepResult(run, tool, input, { ...result, data: replaced.data });
  } catch (error) {
    return unchanged(run, kept, errorMessage(error), updatedOutput.by);
  }
}

function unchanged({ services }: CallRun, kept: CallEnd, why: string, by: string): StepResult<CallEnd> {
  const text = `The hook ${by} gave another output that can’t be used (${why}), so the tool’s own was kept.`;
  services.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  return go(kept);
}
