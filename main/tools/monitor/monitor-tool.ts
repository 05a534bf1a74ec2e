import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { OnProgress, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { isRecord } from '#shared/is-record.ts';
import { backgroundAllowed } from '../bash/command-limits.ts';
import { checkCommand } from '../bash/check-command.ts';
import { commandLine, oneLine, presentStages, textField } from '../present-call.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';

const DEFAULT_MS = 300_000;
const MIN_MS = 1000;
const MAX_MS = 1_800_000;

const inputSchema = z.strictObject({
  description: z.string().min(1).describe('What is watched, in a few words, for the user'),
  timeout_ms: z.number().optional().describe('Milliseconds after which it is stopped (default 300000, at most 1800000)'),
  persistent: z.boolean().optional().describe('true: no time limit; it runs until TaskStop or the end of the session'),
  command: z.string().optional().describe('The command to run; each line it prints is an event'),
  ws: z
    .strictObject({
      url: z.string().max(4000).describe('ws: or wss: address'),
      protocols: z.array(z.string().max(200)).max(20).optional(),
    })
    .optional()
    .describe('Instead of command, a WebSocket whose messages are events'),
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
- ws instead of command: each message of a WebSocket is an event. The user is asked about each address.
- It ends when the command ends, at its time limit, with TaskStop, or with the session. It takes no input.`;

export function createMonitorTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, MonitorOutput, 'Monitor'>({
    name: 'Monitor',
    searchHint: 'watch a command, log, file or WebSocket for events',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    // A session without a window ends with its turn, and the monitors with it.
    isEnabled: () => deps.isNonInteractive !== true && backgroundAllowed(toolEnv(deps)),
    isReadOnly: ({ command }) => command !== undefined && deps.isReadOnlyCommand(command),
    isConcurrencySafe: ({ command }) => command !== undefined && deps.isReadOnlyCommand(command),
    isDestructive: ({ command }) => command !== undefined && (deps.readCommand?.(command).isDestructive ?? true),
    toAutoClassifierInput: watched,
    validateInput: (input) => Promise.resolve(check(input)),
    checkPermissions: ({ ws }) =>
      Promise.resolve(ws ? { behavior: 'ask', message: asksAbout(ws.url), needsPerson: true } : { behavior: 'passthrough' }),
    call: (input, context, _canUseTool, _parentMessage, onProgress) => watch(input, context, onProgress),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    wantsTo: ({ ws }) => (ws === undefined ? 'run a command and watch what it prints' : 'watch what a WebSocket sends'),
    present,
  });
}

/** The command, or all that the server of the address is sent. */
function watched({ command, ws }: MonitorInput): string {
  return command ?? (ws ? socketText(ws.url, ws.protocols) : '');
}

/** Protocols are any text that the model chooses, so a person must see them too. */
function socketText(url: string, protocols: readonly string[] = []): string {
  return protocols.length === 0 ? url : `${url} (protocols: ${protocols.join(', ')})`;
}

const shownProtocols = z.array(z.string()).catch([]);

function asksAbout(url: string): string {
  return `Watching a WebSocket needs your approval each time: ${url.slice(0, 300).toWellFormed()}`;
}

function check({ command, ws, timeout_ms: timeoutMs }: MonitorInput): ValidationResult {
  if ((command === undefined) === (ws === undefined)) return { ok: false, message: 'Give either command or ws.' };
  if (timeoutMs !== undefined && !(timeoutMs > 0)) return { ok: false, message: 'timeout_ms must be more than 0.' };
  if (command !== undefined) return checkCommand(command);
  const url = URL.parse(ws?.url ?? '');
  if (!url || !/^wss?:$/u.test(url.protocol)) return { ok: false, message: 'ws.url must be a ws: or wss: address.' };
  if (url.username !== '' || url.password !== '') return { ok: false, message: 'ws.url must not contain a user name or password.' };
  return { ok: true };
}

async function watch(input: MonitorInput, context: ToolUseContext, onProgress: OnProgress | undefined): Promise<ToolResult<MonitorOutput>> {
  if (!context.tasks) throw new Error('Nothing can be watched here: no command can outlive its call.');
  const { ws, description, timeout_ms: timeoutMs = DEFAULT_MS, persistent = false } = input;
  const endsAfterMs = persistent ? null : Math.min(Math.max(timeoutMs, MIN_MS), MAX_MS);
  const started = await context.tasks.run(
    {
      command: watched(input),
      ...(ws && { socket: { url: ws.url, protocols: ws.protocols ?? [] } }),
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
  const { ws } = stage.input;
  const command = isRecord(ws)
    ? socketText(textField(ws, 'url'), shownProtocols.parse(ws['protocols'] ?? []))
    : textField(stage.input, 'command');
  const description = textField(stage.input, 'description');
  const view: ToolView = {
    kind: 'command',
    title: 'Watch',
    summary: commandLine(command),
    detail: { type: 'command', command, ...(description === '' ? {} : { description }) },
  };
  return presentStages(stage, view, () => ({ outcome: 'in the background' }));
}
