import { readVariable } from '#main/environment.ts';
import type { ToolEnv } from './tool-deps.ts';

/** Upper limit of `TASK_MAX_OUTPUT_LENGTH`. Characters. */
const MAX_OUTPUT_CHARS = 160_000;

/** Longer output of an agent or background task is shortened for the model. */
export function taskOutputLimit(env: ToolEnv): number {
  return Math.min(readVariable(env, 'TASK_MAX_OUTPUT_LENGTH'), MAX_OUTPUT_CHARS);
}
