import { findTool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import {
  type CallEnd,
  type CallResult,
  cancelledEnd,
  endHere,
  go,
  type QueuedCall,
  type StepResult,
  toCallResult,
} from '../call-result.ts';
import { type CallRun, errorView } from '../call-run.ts';
import { plainView, presentCall } from '#main/tool/present-call.ts';
import { invalidJsonText, notLoadedHint, toolUseError, unknownToolText } from '../result-texts.ts';
import { abortReasonOf } from '../abort.ts';

/** Finds the tool by name or alias among the tools of this request (SPEC R6). */
export function lookUpTool({ call, context }: CallRun): StepResult<Tool> {
  const { name } = call.block;
  const tool = findTool(context.options.tools, name);
  return tool ? go(tool) : endHere(unknownEnd(name));
}

/** Result of a call of an unknown tool, which would fail at the first step and needn't be queued. */
export function unknownToolResult(call: QueuedCall, pool: readonly Tool[]): CallResult | undefined {
  const { name } = call.block;
  if (findTool(pool, name)) return undefined;
  const now = Date.now();
  return toCallResult(call, unknownEnd(name), [{ step: 'lookup', start: now, end: now, outcome: 'failed' }]);
}

function unknownEnd(name: string): CallEnd {
  return {
    outcome: 'failed',
    isError: true,
    content: unknownToolText(name),
    view: { ...plainView(name), outcome: 'no such tool' },
    errorKind: 'unknownTool',
  };
}

/** Ends a call that was aborted before it had any effect. */
export function checkAbort({ call, context }: CallRun, tool: Tool): StepResult<undefined> {
  const { signal } = context.abortController;
  if (!signal.aborted) return go(undefined);
  return endHere(cancelledEnd(abortReasonOf(signal), false, presentCall(tool, { stage: 'input', input: call.block.input })));
}

/** Validates the model's input against the tool's schema. Input that can't be parsed is never repaired and run. */
export function parseInput(run: CallRun, tool: Tool, offered: Readonly<Record<string, unknown>>): StepResult<Record<string, unknown>> {
  const { invalidJson, inputProblem } = run.call;
  if (invalidJson !== undefined) {
    const content = invalidJsonText(tool.name, invalidJson, inputProblem);
    return endHere({
      outcome: 'failed',
      isError: true,
      content,
      view: errorView(run, tool, inputProblem === undefined ? 'Its input could not be parsed as JSON.' : `Its input is ${inputProblem}.`),
      errorKind: 'invalidJson',
    });
  }
  const parsed = parseToolInput(tool, offered);
  if (parsed.ok) return go(parsed.input);
  const unloaded = run.context.options.deferred?.some((deferred) => deferred.tool === tool && !deferred.loaded) ?? false;
  return endHere({
    outcome: 'failed',
    isError: true,
    content: toolUseError(unloaded ? `${parsed.message}\n${notLoadedHint(tool.name)}` : parsed.message),
    view: errorView(run, tool, parsed.message),
    errorKind: 'invalidInput',
  });
}

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

/**
 * Normalised deep copy of the input (absolute paths and so on) for hooks, the gate and people. The call keeps its original input (SPEC
 * P1).
 */
export function observableInput({ context }: CallRun, tool: Tool, input: Record<string, unknown>): StepResult<Record<string, unknown>> {
  return go(tool.backfillObservableInput(structuredClone(input), context));
}
