import { z } from 'zod';
import { resultContentSchema, userContentSchema } from '#shared/session/content.ts';
import { isResultFile } from '#main/tool/result-file.ts';
import type { Tool, ToolResult } from '#main/tool/tool.ts';
import { go, type CallEnd, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { presentCall } from '../present-call.ts';
import { budgetResult } from '../result-budget.ts';
import { answersYes } from '../safety-questions.ts';
import { failureAbortsSiblings } from '../sibling-abort.ts';

const newMessagesSchema = z.array(z.object({ content: userContentSchema, visibility: z.enum(['both', 'model', 'window']) }));

/**
 * Converts the tool's output to content for the model, within the tool's limit. Output of external tools may violate its type: content
 * that can't be sent becomes an error, unknown parts are dropped.
 */
export async function keepResult(
  { call, context, deps }: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  result: ToolResult<unknown>,
): Promise<StepResult<CallEnd>> {
  const mapped = tool.mapToolResultToToolResultBlockParam(result.data, call.block.id);
  const content = resultContentSchema.safeParse(mapped.content);
  if (!content.success) throw new Error(`${tool.name} gave a result that can't be sent to the model`);
  const isError = result.isError === true || mapped.is_error === true;
  const budgeted = await budgetResult(content.data, {
    maxChars: tool.maxResultSizeChars,
    sessionDir: context.session.sessionDir,
    toolUseId: call.block.id,
  });
  return go({
    outcome: isError ? 'failed' : 'done',
    isError,
    ...keptByTool(result, context.session.sessionDir),
    ...budgeted,
    view: presentCall(tool, { stage: 'result', input, output: result.data }),
    ...(isError && { errorKind: 'toolFailed' as const }),
    ...(Number.isSafeInteger(result.exitCode) && { exitCode: result.exitCode }),
    newMessages: newMessagesSchema.safeParse(result.newMessages).data ?? [],
    ...(result.contextModifier && { contextModifier: result.contextModifier }),
    abortsSiblings: isError && failureAbortsSiblings(tool, answersYes(tool, 'isReadOnly', input), deps.siblingAbort),
  });
}

/** File of a tool that shortened its result itself. */
function keptByTool({ persistedPath }: ToolResult<unknown>, sessionDir: string): { persistedPath?: string } {
  return typeof persistedPath === 'string' && isResultFile(sessionDir, persistedPath) ? { persistedPath } : {};
}
