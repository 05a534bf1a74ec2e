import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { OnProgress, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { backgroundAllowed } from '../bash/command-limits.ts';
import { checkCommand } from '../bash/check-command.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';

const DEFAULT_MS = 300_000;
const MIN_MS = 1000;
const MAX_MS = 1_800_000;

const inputSchema = z.strictObject({
  description: z.string().min(1).describe('What is watched, in a few words, for the user'),
  timeout_ms: z.number().optional().describe('Milliseconds after which it is stopped (default 300000, at most 1800000)'),
  persistent: z.boolean().optional().describe('true: no time limit; it runs until TaskStop or the end of the session'),
  command: z.string().describe('The command to run; each line it prints is an event'),
});
type MonitorInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  taskId: z.string(),
  /** 0 without a limit. */
  timeoutMs: z.number(),
  persistent: z.boolean().optional(),
});
type MonitorOutput = z.output<typeof outputSchema>;

const PROMPT = `Runs a command in the background and notifies you of each line that it prints, while you continue with other work or after you have ended your turn.

- Use it for events at a time you can't know: a line in a log, a build that ends, a file that appears, a page that answers. For the output of a command that ends by itself, Bash with run_in_background is enough.
- Print only what you want to be notified of: filter in the command (tail -n 0 -F app.log | grep --line-buffered ERROR). Print failures too, or silence will look like success.
- Poll with a pause: while ! curl -sf localhost:3000; do sleep 2; done; echo up.
- Lines printed close together come in one message. A command that prints too much is stopped.
- It ends when the command ends, at its time limit, with TaskStop, or with the session. It takes no input.`;

export function createMonitorTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, MonitorOutput, 'Monitor'>({
    name: 'Monitor',
    searchHint: 'watch a command, log or file for events',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    // A session without a window ends with its turn, and the monitors with it.
    isEnabled: () => deps.isNonInteractive !== true && backgroundAllowed(toolEnv(deps)),
    isReadOnly: (input) => deps.isReadOnlyCommand(input.command),
    isConcurrencySafe: (input) => deps.isReadOnlyCommand(input.command),
    isDestructive: (input) => deps.readCommand?.(input.command).isDestructive ?? true,
    toAutoClassifierInput: (input) => input.command,
    validateInput: (input) => Promise.resolve(check(input)),
    call: (input, context, _canUseTool, _parentMessage, onProgress) => watch(input, context, onProgress),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    wantsTo: () => 'run a command and watch what it prints',
    present,
  });
}

function check({ command, timeout_ms: timeoutMs }: MonitorInput): ValidationResult {
  if (timeoutMs !== undefined && !(timeoutMs > 0)) return { ok: false, message: 'timeout_ms must be more than 0.' };
  return checkCommand(command);
}

async function watch(
  { command, description, timeout_ms: timeoutMs = DEFAULT_MS, persistent = false }: MonitorInput,
  context: ToolUseContext,
  onProgress: OnProgress | undefined,
): Promise<ToolResult<MonitorOutput>> {
  if (!context.tasks) throw new Error('Nothing can be watched here: no command can outlive its call.');
  const endsAfterMs = persistent ? null : Math.min(Math.max(timeoutMs, MIN_MS), MAX_MS);
  const started = await context.tasks.run(
    {
      command,
      description: oneLine(description),
      cwd: context.cwd,
      timeoutMs: MAX_MS,
      noInput: true,
      background: true,
      outlivesTimeout: false,
      isMovable: false,
      watch: { endsAfterMs },
      onOpen: (terminal) => onProgress?.({ terminal }),
    },
    context,
  );
  if (started.type === 'finished') throw new Error('It was stopped before it began.');
  return { data: { taskId: started.taskId, timeoutMs: endsAfterMs ?? 0, ...(persistent && { persistent }) } };
}

function textOf({ taskId, timeoutMs }: MonitorOutput): string {
  const limit = timeoutMs === 0 ? 'It has no time limit' : `It is stopped after ${String(timeoutMs / 1000)} s`;
  return `Monitor started with ID: ${taskId}. You will be told what it prints, and when it ends; go on with something else, or end your answer. ${limit}; TaskStop ends it.`;
}

function present(stage: PresentStage<MonitorOutput>): ToolView {
  const command = textField(stage.input, 'command');
  const description = textField(stage.input, 'description');
  const view: ToolView = {
    kind: 'command',
    title: 'Watch',
    summary: oneLine(command),
    detail: { type: 'command', command, ...(description === '' ? {} : { description }) },
  };
  return presentStages(stage, view, () => ({ outcome: 'in the background' }));
}
