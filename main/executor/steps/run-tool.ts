import { withoutOwnTags, withoutTagsInBlocks } from '#main/tool/own-tags.ts';
import { z } from 'zod';
import type { RunPermit } from '#main/permission/run-permit.ts';
import type { CanUseTool, OnProgress, Tool, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { terminalRecordSchema } from '#shared/session/call-record.ts';
import { type ToolProgress, toolProgressSchema } from '#shared/session/tool-view.ts';
import { mcpMetaSchema, resultContentSchema, userContentSchema } from '#shared/session/content.ts';
import { isResultFile } from '#main/tool/result-file.ts';
import { abortReasonOf } from '../abort.ts';
import { type CallEnd, cancelledEnd, endHere, go, type StepResult } from '../call-result.ts';
import { appendOf, type CallRun } from '../call-run.ts';
import { errorKindOf } from '../error-kind.ts';
import { presentCall } from '#main/tool/present-call.ts';
import { budgetResult } from '../result-budget.ts';
import { errorMessage } from '../result-texts.ts';
import { answersYes, failureAbortsSiblings } from '../safety-questions.ts';

/** Limit on error text shown to the model, in characters, for tools that limit only their results. */
const MAX_ERROR_CHARS = 30_000;

const progressReport = toolProgressSchema.strict();
const terminalReport = z.object({ terminal: terminalRecordSchema });

/** Runs the tool once, with exactly the input the permit was issued for. */
export async function runTool(
  run: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  permit: RunPermit,
): Promise<StepResult<ToolResult<unknown, unknown>>> {
  const { call, context, control } = run;
  const { signal } = context.abortController;
  const view = () => presentCall(tool, { stage: 'input', input });
  if (!permit.redeem(tool.name, tool.backfillObservableInput(structuredClone(input), context))) {
    throw new Error(`the decision about this call of ${tool.name} was made for another input, so it was not run`);
  }
  if (signal.aborted) return endHere(cancelledEnd(abortReasonOf(signal), false, view()));
  appendOf(run, { type: 'call.started', data: { callId: call.block.id } });
  control.onBegin?.();
  const progress = progressOf(run);
  const canUseTool: CanUseTool = (name, nested) => Promise.resolve(run.services.gate.allows?.(name, nested, context) ?? false);
  try {
    const result = await tool.call(input, decidedContext(context, permit), canUseTool, call.message, progress.report);
    // A failure after an abort counts as cancelled; a success stays a success.
    if (signal.aborted && result.isError === true) return endHere(cancelledEnd(abortReasonOf(signal), true, view()));
    return go(result);
  } catch (error) {
    if (signal.aborted) return endHere(cancelledEnd(abortReasonOf(signal), true, view()));
    const message = withoutOwnTags(errorMessage(error));
    const budgeted = await budgetResult(message, {
      maxChars: Math.min(tool.maxResultSizeChars, MAX_ERROR_CHARS),
      sessionDir: context.session.sessionDir,
      toolUseId: call.block.id,
    });
    return endHere({
      outcome: 'failed',
      isError: true,
      ...budgeted,
      view: presentCall(tool, { stage: 'error', input, message }),
      errorKind: errorKindOf(error),
      abortsSiblings: failureAbortsSiblings(tool, answersYes(tool, 'isReadOnly', input), control.siblingAbort),
    });
  } finally {
    progress.end();
  }
}

/** Passes on the resolved paths of the decision, so that a path that changed since is detected when it is opened. */
function decidedContext(context: ToolUseContext, { realPaths }: RunPermit): ToolUseContext {
  return realPaths === undefined ? context : { ...context, decidedPaths: realPaths };
}

/** How often a call's log says that its command waits for input: a person may type slowly. */
const MAX_INPUT_WAITS = 20;

/** Logs when the call's command begins to wait for what a person types, and when it goes on. */
function inputWaitLog(run: CallRun): (progress: ToolProgress) => void {
  const { id: callId } = run.call.block;
  let waiting = false;
  let logged = 0;
  return ({ waitsForInput: waits = false, silentMs }) => {
    if (waits === waiting || logged >= MAX_INPUT_WAITS * 2) return;
    waiting = waits;
    logged += 1;
    if (waits) appendOf(run, { type: 'call.stalled', data: { callId, ...(silentMs !== undefined && { silentMs }) } });
    else appendOf(run, { type: 'call.continued', data: { callId } });
  };
}

/** Forwards progress while the tool runs; reports after its end or abandonment are dropped. */
function progressOf(run: CallRun): { readonly report: OnProgress; readonly end: () => void } {
  const callId = run.call.block.id;
  const noteInputWait = inputWaitLog(run);
  let running = true;
  return {
    report: (update) => {
      if (!running || run.control.isOpen?.() === false) return;
      const opened = terminalReport.safeParse(update);
      if (opened.success) appendOf(run, { type: 'call.terminal', data: { callId, terminal: opened.data.terminal } });
      const progress = progressReport.safeParse(update);
      if (!progress.success) return;
      noteInputWait(progress.data);
      run.services.frames.push({ type: 'progress', callId, progress: progress.data });
    },
    end: () => {
      running = false;
    },
  };
}

const newMessagesSchema = z.array(z.object({ content: userContentSchema, visibility: z.enum(['both', 'model', 'window']) }));

/**
 * Converts the tool's output to content for the model, within the tool's limit. Output of external tools may violate its type: content
 * that can't be sent becomes an error, unknown parts are dropped.
 */
export async function keepResult(
  { call, context, control }: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  result: ToolResult<unknown, unknown>,
): Promise<StepResult<CallEnd>> {
  const mapped = tool.mapToolResultToToolResultBlockParam(result.data, call.block.id, result.details);
  const content = resultContentSchema.safeParse(mapped.content);
  if (!content.success) throw new Error(`${tool.name} gave a result that can’t be sent to the model`);
  const shown = tool.escapesOwnTags === true ? content.data : withoutTagsInBlocks(content.data);
  const isError = result.isError === true || mapped.is_error === true;
  const budgeted = await budgetResult(shown, {
    maxChars: tool.maxResultSizeChars,
    sessionDir: context.session.sessionDir,
    toolUseId: call.block.id,
  });
  return go({
    outcome: isError ? 'failed' : 'done',
    isError,
    ...keptByTool(result, context.session.sessionDir),
    ...budgeted,
    data: result.data,
    view: presentCall(tool, { stage: 'result', input, output: result.data, details: result.details }),
    ...(isError && { errorKind: 'toolFailed' as const }),
    ...(Number.isSafeInteger(result.exitCode) && { exitCode: result.exitCode }),
    ...(result.mcpMeta && { mcpMeta: mcpMetaSchema.safeParse(result.mcpMeta).data }),
    newMessages: newMessagesSchema.safeParse(result.newMessages).data ?? [],
    ...(result.contextModifier && { contextModifier: result.contextModifier }),
    abortsSiblings: isError && failureAbortsSiblings(tool, answersYes(tool, 'isReadOnly', input), control.siblingAbort),
  });
}

/** File of a tool that shortened its result itself. */
function keptByTool({ persistedPath }: ToolResult<unknown, unknown>, sessionDir: string): { persistedPath?: string } {
  return typeof persistedPath === 'string' && isResultFile(sessionDir, persistedPath) ? { persistedPath } : {};
}
