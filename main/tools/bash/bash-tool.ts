import { constants } from 'node:os';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { OnProgress, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { CommandResult, CommandStart, CommandTask } from '#main/tool/services.ts';
import { counted } from '../present-call.ts';
import { quickStat } from '../file-access.ts';
import { toolEnv, type ToolDeps, type ToolEnv } from '../tool-deps.ts';
import { backgroundAllowed, commandTimeout, mayOutliveTimeout, outputLimit } from './command-limits.ts';
import { backgroundOutput, type BashOutput, bashResultBlock, isFailure, presentBash } from './bash-output.ts';
import { isBenignExit } from './exit-meaning.ts';
import { noteShownFile, printedImage, saveFullOutput, startsLikeImage } from './printed-output.ts';
import { cwdChange, mayLoseWorkingDirectory, type CwdChange } from './working-directory.ts';

const inputSchema = z.strictObject({
  command: z.string().describe('The command to run'),
  timeout: z.number().optional().describe('Milliseconds it may take (default 120000, at most 600000)'),
  description: z.string().optional().describe('What the command does, in five to ten words, for the user'),
  run_in_background: z.boolean().optional().describe('true: it goes on in the background, and you are told when it has ended'),
  dangerouslyDisableSandbox: z.boolean().optional().describe('Has no effect: commands are not sandboxed'),
});
type BashInput = z.output<typeof inputSchema>;

/** Linux starts no program with a longer argument than 128 KB. */
const MAX_COMMAND_BYTES = 100_000;

const PROMPT = `Runs a command with bash in a terminal the user can see, and gives you what it printed.

- The working directory carries over to the next command while it stays in the project; variables, functions and aliases don't.
- Quote paths that contain spaces. Prefer absolute paths to cd.
- Pagers are off. Don't run what waits for a person: editors, interactive rebases, prompts.
- Use Read, Edit, Write, Grep and Glob for files rather than cat, sed, echo, grep and find.
- Commands that don't depend on each other: several calls in one response. Those that do: one call, joined with &&.
- description says briefly what the command does.
- run_in_background for what runs long or for ever (servers, watchers): the call is answered at once, what it prints goes to a file that Read and Grep reach, and you are told when it has ended. Don't wait for it with sleep, and don't put & behind it. A command that outlives its timeout goes on in the background, too.
- Commit or push only when asked to.`;

export function createBashTool(deps: ToolDeps) {
  const env = (): ToolEnv => toolEnv(deps);
  const maxChars = outputLimit(env());
  return buildTool<typeof inputSchema, BashOutput, 'Bash'>({
    name: 'Bash',
    searchHint: 'run shell commands in a terminal',
    inputSchema,
    maxResultSizeChars: maxChars,
    prompt: () => PROMPT,
    isReadOnly: (input) => deps.isReadOnlyCommand(input.command),
    isConcurrencySafe: (input) => deps.isReadOnlyCommand(input.command),
    toAutoClassifierInput: (input) => input.command,
    validateInput: (input) => Promise.resolve(checkInput(input, env())),
    call: (input, context, _canUseTool, _parentMessage, onProgress) => run(input, context, { env: env(), maxChars, onProgress }),
    mapToolResultToToolResultBlockParam: bashResultBlock,
    present: presentBash,
  });
}

function checkInput(input: BashInput, env: ToolEnv): ValidationResult {
  if (input.command.trim() === '') return { ok: false, message: 'command is empty.' };
  if (input.command.includes('\0')) return { ok: false, message: 'command must not contain a null character.' };
  if (Buffer.byteLength(input.command) > MAX_COMMAND_BYTES) {
    return { ok: false, message: 'command is too long for the system to start. Write it to a script file with Write and run that.' };
  }
  if (input.run_in_background === true && !backgroundAllowed(env)) {
    return {
      ok: false,
      message: 'Commands in the background are switched off here. Run it without run_in_background, with a timeout if it may take long.',
    };
  }
  return { ok: true };
}

async function run(
  input: BashInput,
  context: ToolUseContext,
  { env, maxChars, onProgress }: { readonly env: ToolEnv; readonly maxChars: number; readonly onProgress: OnProgress | undefined },
): Promise<ToolResult<BashOutput>> {
  if (!isFolder(context.cwd)) return lostFolder(context);
  const timeoutMs = commandTimeout(input.timeout, env);
  const started = await start(input, context, timeoutMs, env, onProgress);
  if (started.type === 'background') return { data: backgroundOutput(started, timeoutMs) };
  const { result } = started;
  const change = await cwdChange(result.cwd, context, env);
  const output = await describeResult(input, result, { timeoutMs, change, context, maxChars });
  if (!isFailure(output) && !output.truncated) await noteShownFile(input.command, output.output, context);
  return {
    data: output,
    isError: isFailure(output),
    exitCode: output.exitCode,
    ...(output.whole?.savedAs !== undefined && { persistedPath: output.whole.savedAs }),
    ...(change.kind === 'same' ? {} : { contextModifier: (current: ToolUseContext) => ({ ...current, cwd: change.cwd }) }),
  };
}

/** Without a session's tasks (nothing can outlive its call there) the command just runs. */
async function start(
  input: BashInput,
  context: ToolUseContext,
  timeoutMs: number,
  env: ToolEnv,
  onProgress: OnProgress | undefined,
): Promise<CommandStart> {
  const { tasks, services, abortController } = context;
  const command: CommandTask = {
    command: input.command,
    description: input.description ?? '',
    cwd: context.cwd,
    timeoutMs,
    noInput: context.options.isNonInteractive || context.agent.depth > 0,
    background: input.run_in_background === true,
    outlivesTimeout: backgroundAllowed(env) && mayOutliveTimeout(input.command),
    onOpen: (terminal) => onProgress?.({ terminal }),
    onOutput: ({ lines }) => onProgress?.({ text: counted(lines, 'line') }),
    onStalled: (line) => onProgress?.({ text: `seems to wait for an answer to: ${line.slice(0, 100).toWellFormed()}` }),
  };
  if (tasks) return tasks.run(command, context);
  return { type: 'finished', result: await services.terminals.run({ ...command, signal: abortController.signal }) };
}

async function describeResult(
  input: BashInput,
  result: CommandResult,
  {
    timeoutMs,
    change,
    context,
    maxChars,
  }: { readonly timeoutMs: number; readonly change: CwdChange; readonly context: ToolUseContext; readonly maxChars: number },
): Promise<BashOutput> {
  const exitCode = exitCodeOf(result);
  const failed = exitCode !== 0 && !isBenignExit(input.command, result.exitCode);
  const image = failed || !startsLikeImage(result.output) ? undefined : await printedImage(result.outputPath);
  // Without its size the result says less.
  const size = result.truncated || image === 'too large' ? await stat(result.outputPath).catch(() => undefined) : undefined;
  const output: BashOutput = {
    output: result.output,
    truncated: result.truncated,
    outputPath: result.outputPath,
    outputBytes: size?.size ?? result.output.length,
    exitCode,
    failed,
    interrupted: result.aborted,
    typedInto: result.typedInto,
    ...(result.timedOut ? { timedOutAfterMs: timeoutMs } : {}),
    ...(change.kind === 'reset' ? { cwdResetTo: change.cwd } : {}),
    ...(mayLoseWorkingDirectory(input.command, result, context) ? { cwdKept: context.cwd } : {}),
    ...(image === undefined ? {} : { image }),
  };
  const isLarge = result.truncated || (isFailure(output) && result.output.length > maxChars);
  return isLarge && image === undefined ? { ...output, whole: await saveFullOutput(result, context) } : output;
}

/** As a shell would report it: 128 and the signal's number for what a signal ended. */
function exitCodeOf({ exitCode, signal, timedOut, aborted }: CommandResult): number {
  if (timedOut || aborted) return 128 + constants.signals.SIGTERM;
  if (exitCode !== null) return exitCode;
  const found = Object.entries(constants.signals).find(([name]) => name === signal);
  return 128 + (found?.[1] ?? 0);
}

/** The folder the session stood in is gone. The command was meant for that place, so it isn't run in another. */
function lostFolder(context: ToolUseContext): ToolResult<BashOutput> {
  const { projectDir } = context.session;
  const hasProject = isFolder(projectDir);
  const why = hasProject
    ? `The working directory ${context.cwd} no longer exists; the command was not run.`
    : `The project folder ${projectDir} no longer exists; the command was not run. Ask the user to bring it back.`;
  return {
    data: {
      output: why,
      truncated: false,
      outputPath: '',
      outputBytes: 0,
      exitCode: 1,
      failed: true,
      interrupted: false,
      typedInto: false,
      ...(hasProject && { cwdResetTo: projectDir }),
    },
    isError: true,
    exitCode: 1,
    contextModifier: (current) => ({ ...current, cwd: projectDir }),
  };
}

function isFolder(folder: string): boolean {
  return quickStat(folder)?.isDirectory() === true;
}
