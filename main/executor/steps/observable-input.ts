import type { Tool } from '#main/tool/tool.ts';
import { go, type StepResult } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';

/** A deep copy with paths made absolute and the like: what hooks, the gate and people see. The call itself keeps its own (SPEC P1). */
export function observableInput({ context }: CallRun, tool: Tool, input: Record<string, unknown>): StepResult<Record<string, unknown>> {
  return go(tool.backfillObservableInput(structuredClone(input), context));
}
