import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { isOffered } from '../offered-names.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { canSchedule, checkPrompt, dateText, heldUntilOpened, schedulesOf } from './schedule-limits.ts';

const inputSchema = z.strictObject({
  cron: z.string().describe('Five fields in local time: minute hour day-of-month month day-of-week'),
  prompt: z.string().describe('The message you get at that time'),
  recurring: z.boolean().optional().describe('false: once, at the next time that fits (default true: each time, for 30 days)'),
  durable: z.boolean().optional().describe('Has no effect: a schedule belongs to this session and comes back when it is resumed'),
});
type CronCreateInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  id: z.string(),
  humanSchedule: z.string(),
  recurring: z.boolean(),
  durable: z.boolean().optional(),
  nextFireAt: z.number().optional(),
  maxAgeMs: z.number().optional(),
  otherOneShots: z.array(z.object({ id: z.string(), humanSchedule: z.string(), prompt: z.string() })).optional(),
});
type CronCreateOutput = z.output<typeof outputSchema>;

const promptFor = (
  deps: ToolDeps,
): string => `Schedules a prompt that you get later, as a message that starts a turn: once or again and again.

- For reminders ("at 14:30"), regular work ("every morning") and checks that are minutes or hours apart.${isOffered(deps, 'Monitor') ? ' To be told when something happens, use Monitor.' : ''}
- cron has five fields in local time, of numbers, *, lists, ranges and steps: "*/5 * * * *" is every five minutes, "0 9 * * 1-5" weekdays at 9, "30 14 28 2 *" with recurring: false once on February 28 at 14:30.
- Write the prompt so that it makes sense by itself: what to do, where, and when to tell the user.
- It runs when the session is idle and open in Gatehouse. What was due while it was closed is reported, not run. The same permissions apply as always, and the user may be away.
- A recurring schedule ends after 30 days. Remove what is no longer needed with CronDelete.`;

export function createCronCreateTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, CronCreateOutput, 'CronCreate'>({
    name: 'CronCreate',
    searchHint: 'schedule a prompt for later, reminders',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 20_000,
    prompt: () => promptFor(deps),
    isEnabled: () => canSchedule(deps),
    toAutoClassifierInput: ({ cron, prompt }) => `${cron}: ${prompt}`,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    validateInput: ({ prompt }): Promise<ValidationResult> => Promise.resolve(checkPrompt(prompt)),
    call: create,
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, heldUntilOpened(deps)),
    }),
    wantsTo: () => 'schedule a prompt',
    present,
  });
}

async function create({ cron, prompt, recurring = true }: CronCreateInput, context: ToolUseContext): Promise<ToolResult<CronCreateOutput>> {
  const schedules = schedulesOf(context);
  const work = await schedules.addCron({ cron, prompt, recurring });
  const others = schedules.later.filter((other) => other.kind === 'cron' && !other.recurring && other.scheduleId !== work.scheduleId);
  return {
    data: {
      id: work.scheduleId,
      humanSchedule: work.when,
      recurring,
      nextFireAt: work.nextAt,
      maxAgeMs: work.endsAt === undefined ? 0 : work.endsAt - work.addedAt,
      ...(others.length > 0 && {
        otherOneShots: others.map(({ scheduleId, when, prompt: text }) => ({ id: scheduleId, humanSchedule: when, prompt: oneLine(text) })),
      }),
    },
  };
}

function textOf({ id, humanSchedule, recurring, nextFireAt, otherOneShots = [] }: CronCreateOutput, held: string): string {
  const kind = recurring ? `Scheduled ${id}: ${humanSchedule}.` : `Scheduled ${id} once: ${humanSchedule}.`;
  const next = nextFireAt === undefined ? '' : ` It is due next at ${dateText(nextFireAt)}.`;
  const others = otherOneShots.map((other) => `\n- ${other.id}, ${other.humanSchedule}: ${other.prompt}`).join('');
  return `${kind}${next} It belongs to this session; CronDelete removes it.${held}${others === '' ? '' : `\nAlso still to come, once:${others}`}`;
}

function present(stage: PresentStage<CronCreateOutput>): ToolView {
  const prompt = textField(stage.input, 'prompt');
  const view: ToolView = {
    kind: 'other',
    title: 'Schedule',
    summary: oneLine(`${textField(stage.input, 'cron')} ${prompt}`),
    detail: { type: 'text', text: prompt, truncated: false },
  };
  return presentStages(stage, view, ({ humanSchedule }) => ({ outcome: humanSchedule }));
}
