import { findTool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import { endHere, go, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { plainView } from '../present-call.ts';
import { unknownToolText } from '../result-texts.ts';

/** By name or alias, among the tools of this request only (SPEC R6). */
export function lookUpTool({ call, context }: CallRun): StepResult<Tool> {
  const { name } = call.block;
  const tool = findTool(context.options.tools, name);
  if (tool) return go(tool);
  return endHere({
    outcome: 'failed',
    isError: true,
    content: unknownToolText(name),
    view: { ...plainView(name), outcome: 'no such tool' },
    errorKind: 'unknownTool',
  });
}
