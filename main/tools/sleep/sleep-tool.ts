import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { presentStages } from '../present-call.ts';
import { isOffered } from '../offered-names.ts';
import type { ToolDeps } from '../tool-deps.ts';

const MAX_SECONDS = 3600;

const inputSchema = z.strictObject({
  seconds: z.number().positive().max(MAX_SECONDS).describe('How long, at most 3600'),
});

const outputSchema = z.object({
  sleptMs: z.number(),
  /** Why it ended: the time was up, the user sent a message, or a background task reported something. */
  wokenBy: z.enum(['time', 'message', 'task']),
});
type SleepOutput = z.output<typeof outputSchema>;

const promptFor = (
  deps: ToolDeps,
): string => `Waits. It ends early when the user writes, or when a background command, monitor or agent has something to report.

- Use it when there is nothing else to do and you want to look again at a known time.${endsAnswer(deps)}
- A pause costs a request when it ends: one long sleep is better than many short ones.`;

/** Without Monitor, nobody can wake the agent once its answer has ended. */
function endsAnswer(deps: ToolDeps): string {
  return isOffered(deps, 'Monitor') ? ' To be told when something happens, use Monitor or run_in_background and end your answer.' : '';
}

export function createSleepTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, SleepOutput, 'Sleep'>({
    name: 'Sleep',
    searchHint: 'wait for some time',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => promptFor(deps),
    // It runs after earlier calls and before later ones, but can safely be interrupted.
    interruptBehavior: () => 'cancel',
    toAutoClassifierInput: ({ seconds }) => `${String(seconds)} s`,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    call: ({ seconds }, context) => sleep(seconds, context),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    wantsTo: (input) => (typeof input['seconds'] === 'number' ? `wait for ${String(input['seconds'])} s` : 'wait'),
    present,
  });
}

async function sleep(seconds: number, context: ToolUseContext): Promise<ToolResult<SleepOutput>> {
  const begun = performance.now();
  const woken = new AbortController();
  const signal = AbortSignal.any([context.abortController.signal, woken.signal]);
  try {
    const time = wait(seconds * 1000, 'time' as const, { signal });
    const wokenBy = await (context.tasks ? Promise.race([time, context.tasks.news(signal)]) : time);
    return { data: { sleptMs: Math.round(performance.now() - begun), wokenBy } };
  } finally {
    woken.abort();
  }
}

function textOf({ sleptMs, wokenBy }: SleepOutput): string {
  const slept = `Slept for ${(sleptMs / 1000).toFixed(1)} s`;
  switch (wokenBy) {
    case 'time':
      return `${slept}.`;
    case 'message':
      return `${slept}: the user wrote a message. You get it once you end your answer.`;
    case 'task':
      return `${slept}: a background task has something to report.`;
  }
}

function present(stage: PresentStage<SleepOutput>): ToolView {
  const { seconds } = stage.input;
  const view: ToolView = { kind: 'other', title: 'Sleep', summary: typeof seconds === 'number' ? `${String(seconds)} s` : '' };
  return presentStages(stage, view, ({ wokenBy }) => ({ outcome: wokenBy === 'time' ? 'done' : `woken by a ${wokenBy}` }));
}
