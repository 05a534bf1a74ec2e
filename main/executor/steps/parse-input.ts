import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import { endHere, go, type StepResult } from '../call-end.ts';
import { errorView, type CallRun } from '../call-run.ts';
import { invalidJsonText, notLoadedHint, toolUseError } from '../result-texts.ts';

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
