import type { Tool } from '#main/tool/tool.ts';
import { endHere, go, type StepResult } from '../call-end.ts';
import { errorView, type CallRun } from '../call-run.ts';
import { toolUseError } from '../result-texts.ts';

/** Runs the tool's own validation: whether the call makes sense in the current state. */
export async function validateInput(run: CallRun, tool: Tool, input: Record<string, unknown>): Promise<StepResult<undefined>> {
  const result = await tool.validateInput?.(input, run.context);
  if (!result || result.ok) return go(undefined);
  return endHere({
    outcome: 'failed',
    isError: true,
    content: toolUseError(result.message),
    view: errorView(run, tool, result.message),
    errorKind: 'rejectedInput',
  });
}
