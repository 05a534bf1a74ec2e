import type { Decision } from '#shared/permission/decision.ts';
import { inputDigest, type RunPermit } from '#main/permission/run-permit.ts';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import type { GateRequest } from '#main/permission/gate/analysed-call.ts';
import type { AnsweredInput, GateVerdict } from '#main/permission/gate/verdicts.ts';
import type { ToolUseContext, Tool } from '#main/tool/tool.ts';
import type { EarlyStart } from '#main/permission/classifier/auto-classifier.ts';
import { abortReasonOf } from '../abort.ts';
import { type CallEnd, cancelledEnd, endHere, go, type StepResult } from '../call-result.ts';
import { callEventInput, type CallRun } from '../call-run.ts';
import { presentCall } from '#main/tool/present-call.ts';
import { cancelledOutcome, refusedForAgentText, refusedText } from '../result-texts.ts';

export type Permission =
  | {
      readonly type: 'permit';
      readonly permit: RunPermit;
      readonly comment?: string | undefined;
      /** The input the permit is for, if the user's answer was merged into it. */
      readonly answered?: AnsweredInput;
    }
  /** The tool's own check or a hook changed the input, which needs a new decision. */
  | {
      readonly type: 'changed';
      readonly input: Readonly<Record<string, unknown>>;
      /** Label of the hook that answered with new input. */
      readonly changedBy?: string;
    }
  /** The user edited the input, which needs a new decision. */
  | {
      readonly type: 'edited';
      readonly input: Readonly<Record<string, unknown>>;
      /** The decision they were shown. */
      readonly editedFrom: Decision;
      readonly comment?: string | undefined;
    };

/** Asks the permission gate. A denial ends the call. */
export async function askPermission(
  { call, context, services, control }: CallRun,
  tool: Tool,
  observed: Record<string, unknown>,
  { early, hookDecision, editedFrom }: Pick<GateRequest, 'early' | 'hookDecision' | 'editedFrom'>,
  ahead: AheadQuestion | undefined,
): Promise<StepResult<Permission>> {
  const { signal } = context.abortController;
  const request: GateRequest = {
    tool,
    call: { callId: call.block.id, input: observed },
    context,
    signal,
    onWaiting: control.onWaiting,
    stoppedBecause: () => stoppedBecause(signal),
    askedAgainBecause: control.askedAgainBecause,
    early,
    hookDecision,
    editedFrom,
  };
  const verdict = await services.gate.decide(request, ahead);
  if (verdict.behavior === 'edited') {
    const { input, decision, comment } = verdict;
    return go({ type: 'edited', input, editedFrom: decision, comment });
  }
  if (verdict.behavior === 'deny') return endHere(deniedEnd(verdict, tool, observed, context));
  const { updatedInput, changedBy, permit, comment, answered } = verdict;
  if (answered) return go({ type: 'permit', permit, answered });
  const changed = updatedInput !== undefined && inputDigest(tool.name, updatedInput) !== inputDigest(tool.name, observed);
  if (changed) return go({ type: 'changed', input: updatedInput, ...(changedBy !== undefined && { changedBy }) });
  return go({ type: 'permit', permit, comment });
}

/** For the log and the window: why a question is withdrawn when its call is stopped. */
export function stoppedBecause(signal: AbortSignal): string {
  return `The call was ${cancelledOutcome(abortReasonOf(signal))}.`;
}

export function deniedEnd(
  verdict: Extract<GateVerdict, { behavior: 'deny' }>,
  tool: Tool,
  input: Record<string, unknown>,
  { agent, abortController: { signal } }: ToolUseContext,
): CallEnd {
  if (verdict.by === 'interrupt') return cancelledEnd(abortReasonOf(signal), false, presentCall(tool, { stage: 'input', input }));
  const answered = verdict.by === 'person' || verdict.by === 'dispatcher';
  // A sub-agent continues after a denial: its parent waits for a report, and nobody else can tell it how to go on (SPEC G9).
  const isSubAgent = agent.depth > 0 || verdict.by === 'dispatcher';
  const images = verdict.images ?? [];
  const refusal = () =>
    isSubAgent ? refusedForAgentText(verdict.message, images.length) : refusedText(verdict.message, images.length, verdict.onlyThis);
  return {
    outcome: 'denied',
    isError: true,
    content: answered ? refusal() : verdict.message,
    view: presentCall(tool, { stage: 'rejection', input, message: verdict.message }),
    errorKind: 'denied',
    ...(images.length > 0 && {
      feedback: [...images, ...(verdict.message === '' ? [] : [{ type: 'text' as const, text: verdict.message }])],
    }),
    endsTurn: verdict.endsTurn === true || (answered && !isSubAgent && !verdict.hasFeedback && verdict.onlyThis !== true),
    ...(verdict.decision.reason === 'classifier' && { refusedByClassifier: verdict.message }),
  };
}

/**
 * In auto mode, sends a shell command to the classifier's fast stage while hooks still run, so that the verdict is ready for the
 * decision. Cancelled when it isn't needed.
 */
export function beginClassifier({ call, context, services }: CallRun, tool: Tool, input: Record<string, unknown>): EarlyStart | undefined {
  if (!tool.classifiesEarly) return undefined;
  return services.gate.begin?.({
    tool,
    call: { callId: call.block.id, input: tool.backfillObservableInput(structuredClone(input), context) },
    context,
    signal: context.abortController.signal,
  });
}

/** Runs PermissionDenied hooks after a denial by the auto-mode classifier; they may let the model retry. */
export async function permissionDenied(
  run: CallRun,
  tool: Tool,
  observed: Readonly<Record<string, unknown>>,
  end: CallEnd,
): Promise<CallEnd> {
  if (end.refusedByClassifier === undefined) return end;
  const look = callEventInput(run, tool, 'PermissionDenied', observed, { reason: end.refusedByClassifier });
  if (!look) return end;
  await run.recorder.step(
    'hooks: PermissionDenied',
    async () => {
      const verdict = await look();
      run.notes.take('PermissionDenied', verdict);
      if (verdict.retry) run.notes.say('PermissionDenied', 'The refused call may be tried again.');
    },
    () => 'ok',
  );
  return end;
}
