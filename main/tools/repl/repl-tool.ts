import { z } from 'zod';
import { isPackaged } from '#main/app-root.ts';
import { readVariable } from '#main/environment.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ScriptEnd, ScriptLine, ScriptProcess, ScriptService } from '#main/tool/services/scripts.ts';
import type { AssistantMessage, OnProgress, PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { REPL, SCRIPT_TOOL_NAMES } from '#shared/tool-table.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';
import { replPrompt } from './repl-prompt.ts';
import { type ReplOutput, replOutputSchema, replResultText } from './repl-output.ts';

const DEFAULT_MS = 30_000;
const MAX_MS = 600_000;

const inputSchema = z.strictObject({
  code: z.string().describe('The script, in JavaScript'),
  description: z.string().optional().describe('What it does, in five to ten words'),
  timeout: z
    .number()
    .optional()
    .describe(`Milliseconds that it may compute without waiting for a call (default ${DEFAULT_MS}, at most ${MAX_MS})`),
});
type ReplInput = z.output<typeof inputSchema>;

/** The process in which a session's scripts run. */
interface Runtime {
  process: ScriptProcess | undefined;
  /** Why the last process ended. */
  lost: string | undefined;
}

export function createReplTool(deps: ToolDeps) {
  const runtime: Runtime = { process: undefined, lost: undefined };
  return buildTool<typeof inputSchema, ReplOutput, typeof REPL>({
    name: REPL,
    wantsTo: () => 'run a script',
    searchHint: 'run a script that calls tools',
    inputSchema,
    outputSchema: replOutputSchema,
    maxResultSizeChars: 100_000,
    isEnabled: () => !isPackaged && readVariable(toolEnv(deps), 'CLAUDE_CODE_REPL'),
    toAutoClassifierInput: ({ code }) => code,
    prompt: () => replPrompt(deps.scriptTools?.() ?? []),
    validateInput: ({ code, timeout }) => {
      if (code.trim() === '') return Promise.resolve({ ok: false, message: 'code is empty.' });
      if (timeout !== undefined && !(timeout > 0)) return Promise.resolve({ ok: false, message: 'timeout must be more than 0.' });
      return Promise.resolve({ ok: true });
    },
    call: (input, context, _canUseTool, message, onProgress) => runScript(runtime, input, context, message, onProgress),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: replResultText(output),
      ...(output.error !== undefined && { is_error: true }),
    }),
    present,
  });
}

const TAKEN = new Set([...SCRIPT_TOOL_NAMES, 'console', 'parallel', 'pipeline']);

async function runScript(
  runtime: Runtime,
  { code: source, timeout = DEFAULT_MS }: ReplInput,
  context: ToolUseContext,
  message: AssistantMessage,
  onProgress: OnProgress | undefined,
): Promise<ToolResult<ReplOutput>> {
  const { services, scriptCalls, abortController } = context;
  const { scripts } = services;
  if (!scripts || !scriptCalls) throw new Error('No scripts can run here.');
  const code = await scripts.replCode(source, TAKEN);
  const { process, lost } = processFor(runtime, scripts);
  const calls = scriptCalls.begin(context, message);
  const lines: ScriptLine[] = [];
  let open = 0;
  const end = await process.run({
    code,
    workMs: Math.min(timeout, MAX_MS),
    signal: abortController.signal,
    onCall: async (call) => {
      open += 1;
      onProgress?.({ text: `${call.name}, ${counted(open, 'call')}` });
      return calls.make(call);
    },
    onLine: (line) => lines.push(line),
  });
  if (end.type === 'ended') {
    runtime.lost = end.why;
    calls.abort('its script was ended');
  }
  const rest = await calls.close();
  const data: ReplOutput = {
    ...resultOf(end),
    output: lines.map(({ text }) => text).join('\n'),
    calls: calls.made.map(({ name, summary, outcome }) => ({ tool: name, summary: oneLine(summary), outcome })),
    ...(lost !== undefined && { restarted: lost }),
  };
  return { data, ...rest, ...(data.error !== undefined && { isError: true }) };
}

/** The session's process; if it has ended, a new one and the reason. */
function processFor(runtime: Runtime, scripts: ScriptService): { readonly process: ScriptProcess; readonly lost: string | undefined } {
  if (runtime.process && !runtime.process.hasEnded) return { process: runtime.process, lost: undefined };
  const lost = runtime.process && (runtime.lost ?? 'its process ended');
  runtime.lost = undefined;
  runtime.process = scripts.open({ names: [...SCRIPT_TOOL_NAMES, 'parallel', 'pipeline'], isRepeatable: false });
  return { process: runtime.process, lost };
}

function resultOf(end: ScriptEnd): Pick<ReplOutput, 'result' | 'error'> {
  switch (end.type) {
    case 'done':
      return { result: end.value };
    case 'failed':
      return { result: '', error: end.message };
    case 'ended':
      return { result: '', error: `The script was ended, because ${end.why}. Everything that it and earlier scripts had defined is gone.` };
  }
}

function present(stage: PresentStage<ReplOutput>): ToolView {
  const code = textField(stage.input, 'code');
  const view: ToolView = {
    kind: 'other',
    title: 'Script',
    summary: oneLine(textField(stage.input, 'description') || code),
    detail: { type: 'text', text: code, truncated: false },
  };
  return presentStages(stage, view, (output) => ({
    outcome: `${output.error === undefined ? '' : 'failed, '}${counted(output.calls.length, 'call')}`,
    detail: { type: 'text', text: replResultText(output), truncated: false },
  }));
}
