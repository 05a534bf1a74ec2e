import type { Tool, ToolResult } from '#main/tool/tool.ts';
import { go, type CallEnd, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { presentCall } from '../present-call.ts';
import { budgetResult } from '../result-budget.ts';
import { answersYes } from '../safety-questions.ts';
import { failureAbortsSiblings } from '../sibling-abort.ts';

/** Puts what the tool gave into the words the model reads, within the tool's limit. */
export async function keepResult(
  { call, context, deps }: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  result: ToolResult<unknown>,
): Promise<StepResult<CallEnd>> {
  const mapped = tool.mapToolResultToToolResultBlockParam(result.data, call.block.id);
  const isError = result.isError === true || mapped.is_error === true;
  const budgeted = await budgetResult(mapped.content, {
    maxChars: tool.maxResultSizeChars,
    sessionDir: context.session.sessionDir,
    toolUseId: call.block.id,
  });
  return go({
    outcome: isError ? 'failed' : 'done',
    isError,
    ...budgeted,
    view: presentCall(tool, { stage: 'result', input, output: result.data }),
    ...(isError && { errorKind: 'toolFailed' as const }),
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    newMessages: result.newMessages ?? [],
    ...(result.contextModifier && { contextModifier: result.contextModifier }),
    abortsSiblings: isError && failureAbortsSiblings(tool, answersYes(tool, 'isReadOnly', input), deps.siblingAbort),
  });
}
