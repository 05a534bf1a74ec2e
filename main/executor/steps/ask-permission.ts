import { inputDigest } from '#main/permission/input-digest.ts';
import type { EarlyStart } from '#main/permission/classifier/auto-classifier.ts';
import type { GateVerdict } from '#main/permission/gate-verdicts.ts';
import type { RunPermit } from '#main/permission/run-permit.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { Tool } from '#main/tool/tool.ts';
import { abortReasonOf } from '../abort-reason.ts';
import { cancelledEnd, endHere, go, type CallEnd, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { presentCall } from '../present-call.ts';
import { refusedForAgentText, refusedText } from '../result-texts.ts';

export type Permission =
  | { readonly type: 'permit'; readonly permit: RunPermit }
  /** The tool's own check wants other input; that is a new question. */
  | { readonly type: 'changed'; readonly input: Readonly<Record<string, unknown>> };

/** The one gate. A denial ends the call here. */
export async function askPermission(
  { call, context, deps }: CallRun,
  tool: Tool,
  observed: Record<string, unknown>,
  early?: EarlyStart,
): Promise<StepResult<Permission>> {
  const { signal } = context.abortController;
  const verdict = await deps.gate.decide({
    tool,
    call: { callId: call.block.id, input: observed },
    context,
    signal,
    onWaiting: deps.onWaiting,
    early,
  });
  if (verdict.behavior === 'deny') {
    // PermissionDenied hooks go here.
    return endHere(deniedEnd(verdict, tool, observed, context));
  }
  const { updatedInput, permit } = verdict;
  const changed = updatedInput !== undefined && inputDigest(tool.name, updatedInput) !== inputDigest(tool.name, observed);
  return go(changed ? { type: 'changed', input: updatedInput } : { type: 'permit', permit });
}

function deniedEnd(
  verdict: Extract<GateVerdict, { behavior: 'deny' }>,
  tool: Tool,
  input: Record<string, unknown>,
  { agent, abortController: { signal } }: ToolUseContext,
): CallEnd {
  if (verdict.by === 'interrupt') return cancelledEnd(abortReasonOf(signal), false, presentCall(tool, { stage: 'input', input }));
  const answered = verdict.by === 'person' || verdict.by === 'dispatcher';
  // A sub-agent goes on: its dispatcher waits for a report, and nobody else can tell it how (SPEC G9).
  const isSubAgent = agent.depth > 0 || verdict.by === 'dispatcher';
  const refusal = isSubAgent ? refusedForAgentText : refusedText;
  return {
    outcome: 'denied',
    isError: true,
    content: answered ? refusal(verdict.message) : verdict.message,
    view: presentCall(tool, { stage: 'rejection', input, message: verdict.message }),
    errorKind: 'denied',
    endsTurn: answered && !isSubAgent && !verdict.hasFeedback,
  };
}
