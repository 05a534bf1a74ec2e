import { findTool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import { endHere, go, toCallResult, type CallEnd, type StepResult } from '../call-end.ts';
import type { CallResult, QueuedCall } from '../call-result.ts';
import type { CallRun } from '../call-run.ts';
import { plainView } from '../present-call.ts';
import { unknownToolText } from '../result-texts.ts';

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
