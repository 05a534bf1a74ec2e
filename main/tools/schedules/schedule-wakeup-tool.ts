import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { isOffered } from '../offered-names.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { canSchedule, checkPrompt, dateText, heldUntilOpened, schedulesOf } from './schedule-limits.ts';

const MIN_SECONDS = 60;
const MAX_SECONDS = 3600;
/** A placeholder for a prompt in Claude Code; here it would be sent literally. */
const SENTINEL = /^<<autonomous-loop(?:-dynamic)?>>$/u;

const inputSchema = z.strictObject({
  delaySeconds: z.number().optional().describe('Seconds from now, between 60 and 3600. Required unless stop is true'),
  reason: z.string().optional().describe('Why then, one short sentence for the user. Required unless stop is true'),
  prompt: z.string().optional().describe('The message you get then. Required unless stop is true'),
  stop: z.boolean().optional().describe('true: removes the wakeup that is still to come, and schedules none'),
  noop: z.boolean().optional().describe('Whether nothing had changed this time. Has no effect'),
});
type ScheduleWakeupInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  /** Milliseconds since the epoch; 0 when nothing was scheduled. */
  scheduledFor: z.number(),
  clampedDelaySeconds: z.number(),
  wasClamped: z.boolean(),
  stopped: z.boolean().optional(),
  cancelledWakeups: z.number().optional(),
});
type ScheduleWakeupOutput = z.output<typeof outputSchema>;

const promptFor = (
  deps: ToolDeps,
): string => `Schedules when you go on with a task that you repeat at your own pace: you get the prompt once more after the delay, as a message that starts a turn.

- One wakeup is to come at a time: another call replaces it. To go on after that, call it again in that turn; with stop: true, or without a call, it ends.
- Choose the delay by what you wait for. ${isOffered(deps, 'Monitor') ? 'To be told when something happens, use Monitor; for' : 'For'} fixed times, use CronCreate.
- It runs when the session is idle and open in Gatehouse. The same permissions apply as always.`;

export function createScheduleWakeupTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, ScheduleWakeupOutput, 'ScheduleWakeup'>({
    name: 'ScheduleWakeup',
    searchHint: 'continue a repeated task after a delay',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => promptFor(deps),
    isEnabled: () => canSchedule(deps),
    toAutoClassifierInput: ({ delaySeconds, prompt, stop }) => (stop === true ? 'stop' : `${String(delaySeconds)} s: ${prompt ?? ''}`),
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    validateInput: (input) => Promise.resolve(check(input)),
    call: schedule,
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, heldUntilOpened(deps)),
    }),
    wantsTo: (input) => (input['stop'] === true ? 'remove its scheduled wakeup' : 'schedule when it continues'),
    present,
  });
}

function check({ delaySeconds, reason, prompt, stop }: ScheduleWakeupInput): ValidationResult {
  if (stop === true) return { ok: true };
  if (delaySeconds === undefined || !Number.isFinite(delaySeconds)) return { ok: false, message: 'delaySeconds is missing.' };
  if (reason === undefined || reason.trim() === '') return { ok: false, message: 'reason is missing.' };
  if (prompt === undefined) return { ok: false, message: 'prompt is missing.' };
  if (SENTINEL.test(prompt.trim())) return { ok: false, message: 'That placeholder has no meaning here. Give the prompt itself.' };
  return checkPrompt(prompt);
}

function schedule(input: ScheduleWakeupInput, context: ToolUseContext): Promise<ToolResult<ScheduleWakeupOutput>> {
  const schedules = schedulesOf(context);
  if (input.stop === true) {
    const wakeups = schedules.later.filter(({ kind }) => kind === 'wakeup');
    for (const { scheduleId } of wakeups) schedules.remove(scheduleId);
    return Promise.resolve({
      data: { scheduledFor: 0, clampedDelaySeconds: 0, wasClamped: false, stopped: true, cancelledWakeups: wakeups.length },
    });
  }
  const { delaySeconds = MIN_SECONDS, prompt = '', reason = '' } = input;
  const clampedDelaySeconds = Math.min(Math.max(delaySeconds, MIN_SECONDS), MAX_SECONDS);
  const { nextAt } = schedules.addWakeup({ delayMs: clampedDelaySeconds * 1000, prompt, reason: oneLine(reason) });
  return Promise.resolve({ data: { scheduledFor: nextAt, clampedDelaySeconds, wasClamped: clampedDelaySeconds !== delaySeconds } });
}

function textOf(
  { scheduledFor, clampedDelaySeconds, wasClamped, stopped, cancelledWakeups = 0 }: ScheduleWakeupOutput,
  held: string,
): string {
  if (stopped === true) return cancelledWakeups === 0 ? 'No wakeup was to come.' : 'The wakeup is removed.';
  const clamped = wasClamped ? ` (a delay is between ${String(MIN_SECONDS)} and ${String(MAX_SECONDS)} seconds)` : '';
  return `You will go on in ${String(clampedDelaySeconds)} s${clamped}, at ${dateText(scheduledFor)}. End your answer.${held}`;
}

function present(stage: PresentStage<ScheduleWakeupOutput>): ToolView {
  const prompt = textField(stage.input, 'prompt');
  const view: ToolView = {
    kind: 'other',
    title: 'Schedule wakeup',
    summary: oneLine(textField(stage.input, 'reason') || prompt),
    ...(prompt !== '' && { detail: { type: 'text', text: prompt, truncated: false } }),
  };
  return presentStages(stage, view, ({ stopped, clampedDelaySeconds }) => ({
    outcome: stopped === true ? 'stopped' : `in ${String(clampedDelaySeconds)} s`,
  }));
}
