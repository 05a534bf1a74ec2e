import type { HookVerdict } from '#main/hooks/combine.ts';
import type { Tool, ToolResult } from '#main/tool/tool.ts';
import { go, type CallEnd, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import { errorMessage } from '../result-texts.ts';
import { shapeMismatch } from '../same-shape.ts';
import { keepResult } from './keep-result.ts';

/** Runs PostToolUse hooks. Replaced output is checked, converted and limited like the tool's own. */
export async function postToolHooks(
  run: CallRun,
  tool: Tool,
  input: Record<string, unknown>,
  result: ToolResult<unknown>,
  kept: CallEnd,
  verdict: HookVerdict,
): Promise<StepResult<CallEnd>> {
  run.notes.take('PostToolUse', verdict);
  if (verdict.block) run.notes.say('PostToolUse', verdict.block.reason);
  const { updatedOutput } = verdict;
  if (!updatedOutput) return go(kept);
  const mismatch = shapeMismatch(result.data, updatedOutput.value);
  if (mismatch !== undefined) return unchanged(run, kept, `${mismatch} isn't what ${tool.name} gives`, updatedOutput.by);
  try {
    return await keepResult(run, tool, input, { ...result, data: updatedOutput.value });
  } catch (error) {
    return unchanged(run, kept, errorMessage(error), updatedOutput.by);
  }
}

function unchanged({ deps }: CallRun, kept: CallEnd, why: string, by: string): StepResult<CallEnd> {
  const text = `The hook ${by} gave another output that can't be used (${why}), so the tool's own was kept.`;
  deps.append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  return go(kept);
}
