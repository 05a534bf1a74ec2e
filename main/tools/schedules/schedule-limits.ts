import { readVariable } from '#main/environment.ts';
import type { ScheduleService } from '#main/tool/services/schedules.ts';
import type { ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';

const MAX_PROMPT_CHARS = 20_000;

export function canSchedule(deps: ToolDeps): boolean {
  return !readVariable(toolEnv(deps), 'CLAUDE_CODE_DISABLE_CRON');
}

/** What the model has to know of a schedule where the session ends with its turn; empty elsewhere. */
export function heldUntilOpened({ isNonInteractive }: ToolDeps): string {
  return isNonInteractive === true ? ' This run ends with your answer: nothing starts before someone opens the session in a window.' : '';
}

export function checkPrompt(prompt: string): ValidationResult {
  if (prompt.trim() === '') return { ok: false, message: 'prompt is empty.' };
  if (prompt.length > MAX_PROMPT_CHARS)
    return { ok: false, message: `prompt has more than ${String(MAX_PROMPT_CHARS)} characters. Write the details to a file and name it.` };
  return { ok: true };
}

export function schedulesOf({ schedules }: ToolUseContext): ScheduleService {
  if (!schedules) throw new Error('Nothing can be scheduled here.');
  return schedules;
}

/** Local date and time to the minute. */
export function dateText(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
