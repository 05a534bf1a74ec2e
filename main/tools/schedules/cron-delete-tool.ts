import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { canSchedule, schedulesOf } from './schedule-limits.ts';

const inputSchema = z.strictObject({ id: z.string().describe('The ID that CronCreate returned or CronList shows') });

const outputSchema = z.object({
  id: z.string(),
  /** It was the wakeup set by ScheduleWakeup. */
  endedLoopWakeup: z.literal(true).optional(),
});
type CronDeleteOutput = z.output<typeof outputSchema>;

const PROMPT = `Removes a prompt that was scheduled with CronCreate or ScheduleWakeup, by its ID. It doesn't run again; what already ran stays as it is.`;

export function createCronDeleteTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, CronDeleteOutput, 'CronDelete'>({
    name: 'CronDelete',
    searchHint: 'remove a scheduled prompt',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    isEnabled: () => canSchedule(deps),
    toAutoClassifierInput: ({ id }) => id,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    call: remove,
    mapToolResultToToolResultBlockParam: ({ id }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `Removed the schedule ${id}.`,
    }),
    wantsTo: (input) => `remove the scheduled prompt ${oneLine(textField(input, 'id'), 80)}`,
    present,
  });
}

function remove({ id }: z.output<typeof inputSchema>, context: ToolUseContext): Promise<ToolResult<CronDeleteOutput>> {
  const removed = schedulesOf(context).remove(id);
  if (!removed)
    return Promise.reject(new Error(`There is no schedule with the ID ${JSON.stringify(id.slice(0, 100))}. CronList shows them.`));
  return Promise.resolve({ data: removed.kind === 'wakeup' ? { id, endedLoopWakeup: true } : { id } });
}

function present(stage: PresentStage<CronDeleteOutput>): ToolView {
  const view: ToolView = { kind: 'other', title: 'Remove schedule', summary: oneLine(textField(stage.input, 'id'), 80) };
  return presentStages(stage, view, () => ({ outcome: 'removed' }));
}
