import type { Tool } from '#main/tool/tool.ts';
import { go, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';

/**
 * Normalised deep copy of the input (absolute paths and so on) for hooks, the gate and people. The call keeps its original input (SPEC
 * P1).
 */
export function observableInput({ context }: CallRun, tool: Tool, input: Record<string, unknown>): StepResult<Record<string, unknown>> {
  return go(tool.backfillObservableInput(structuredClone(input), context));
}
