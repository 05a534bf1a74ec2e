import type { Tool } from '#main/tool/tool.ts';
import { abortReasonOf } from '../abort-reason.ts';
import { cancelledEnd, endHere, go, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { presentCall } from '../present-call.ts';

/** Ends a call that was aborted before it had any effect. */
export function checkAbort({ call, context }: CallRun, tool: Tool): StepResult<undefined> {
  const { signal } = context.abortController;
  if (!signal.aborted) return go(undefined);
  return endHere(cancelledEnd(abortReasonOf(signal), false, presentCall(tool, { stage: 'input', input: call.block.input })));
}
