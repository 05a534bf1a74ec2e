import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolUseContext } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { canSchedule, dateText, schedulesOf } from './schedule-limits.ts';

const inputSchema = z.strictObject({});

const outputSchema = z.object({
  jobs: z.array(
    z.object({
      id: z.string(),
      cron: z.string(),
      humanSchedule: z.string(),
      prompt: z.string(),
      recurring: z.boolean().optional(),
      durable: z.boolean().optional(),
      nextFireAt: z.number().optional(),
    }),
  ),
});
type CronListOutput = z.output<typeof outputSchema>;

const PROMPT = `Lists the prompts that are scheduled in this session with CronCreate and ScheduleWakeup: ID, time, prompt and when each is due next.`;

export function createCronListTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, CronListOutput, 'CronList'>({
    name: 'CronList',
    searchHint: 'list scheduled prompts',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 50_000,
    prompt: () => PROMPT,
    isEnabled: () => canSchedule(deps),
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: () => 'list schedules',
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    call: (_input, context) => Promise.resolve({ data: list(context) }),
    mapToolResultToToolResultBlockParam: ({ jobs }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(jobs) }),
    wantsTo: () => 'list what it has scheduled',
    present,
  });
}

function list(context: ToolUseContext): CronListOutput {
  const jobs = schedulesOf(context).later.map(({ scheduleId, cron, when, prompt, recurring, nextAt }) => ({
    id: scheduleId,
    cron,
    humanSchedule: when,
    prompt,
    recurring,
    nextFireAt: nextAt,
  }));
  return { jobs };
}

function textOf(jobs: CronListOutput['jobs']): string {
  if (jobs.length === 0) return 'Nothing is scheduled.';
  return jobs
    .map(({ id, cron, humanSchedule, prompt, recurring, nextFireAt }) => {
      const next = nextFireAt === undefined ? '' : `, next at ${dateText(nextFireAt)}`;
      return `${id} (${cron}): ${humanSchedule}${recurring === true ? '' : ', once'}${next}: ${oneLine(prompt, 500)}`;
    })
    .join('\n');
}

function present(stage: PresentStage<CronListOutput>): ToolView {
  const view: ToolView = { kind: 'other', title: 'List schedules', summary: '' };
  return presentStages(stage, view, ({ jobs }) => ({ outcome: counted(jobs.length, 'schedule') }));
}
