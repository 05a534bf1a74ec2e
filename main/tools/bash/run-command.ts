import { constants } from 'node:os';
import { stat } from 'node:fs/promises';
import { isFolder } from '#main/tool/is-folder.ts';
import type { CommandResult, CommandStart, CommandTask } from '#main/tool/services/tool-services.ts';
import type { OnProgress, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { counted, oneLine } from '../present-call.ts';
import type { ToolEnv } from '../tool-deps.ts';
import { backgroundResult, type BashDetails, type BashOutput, imageAddress, isFailure, NOTHING_PRINTED } from './bash-output.ts';
import { backgroundAllowed, commandTimeout, isMovable } from './command-limits.ts';
import { exitMeaning } from './exit-meaning.ts';
import { gitOperation } from './git-operation.ts';
import { noteShownFile, printedImage, saveFullOutput, startsLikeImage } from './printed-output.ts';
import { printsNothing } from './quiet-commands.ts';
import { cwdChange, mayLoseWorkingDirectory, type CwdChange } from './working-directory.ts';

interface RunOptions {
  /** What the shell runs, if that is not the command itself. */
  readonly line?: string;
  readonly env: ToolEnv;
  readonly maxChars: number;
  readonly isUnderstood: boolean;
  readonly onProgress: OnProgress | undefined;
}

/** A command as the model requested it. */
interface AskedCommand {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
  readonly run_in_background?: boolean | undefined;
}

type BashResult = ToolResult<BashOutput, BashDetails>;

/** Runs a command in a terminal, in the background if asked or after its time limit. */
export async function runCommand(input: AskedCommand, context: ToolUseContext, options: RunOptions): Promise<BashResult> {
  if (!isFolder(context.cwd)) return lostFolder(context);
  const { env, maxChars } = options;
  const timeoutMs = commandTimeout(input.timeout, env);
  const started = await start(input, context, timeoutMs, options);
  if (started.type === 'background') return backgroundResult(input.command, started, timeoutMs, context.agent.depth > 0);
  const { result } = started;
  const change = await cwdChange(result.cwd, context, env);
  const described = await describeResult(input, result, { timeoutMs, change, context, maxChars });
  const { data, details } = described;
  const failed = isFailure(data, details);
  if (!failed && !details.truncated) await noteShownFile(input.command, data.stdout, context);
  return {
    ...described,
    isError: failed,
    exitCode: details.exitCode,
    ...(data.persistedOutputPath !== undefined && { persistedPath: data.persistedOutputPath }),
    ...(change.kind === 'same' ? {} : { contextModifier: (current: ToolUseContext) => ({ ...current, cwd: change.cwd }) }),
  };
}

/** Without a session's background tasks, nothing can outlive its call, and the command simply runs. */
async function start(
  input: AskedCommand,
  context: ToolUseContext,
  timeoutMs: number,
  { line = input.command, env, isUnderstood, onProgress }: RunOptions,
): Promise<CommandStart> {
  const { tasks, services, abortController } = context;
  const movable = backgroundAllowed(env) && isMovable(input.command);
  const noInput = context.options.isNonInteractive || context.agent.depth > 0;
  const command: CommandTask = {
    command: line,
    description: input.description ?? (line === input.command ? '' : oneLine(input.command)),
    cwd: context.cwd,
    // A line of its own names a program that was found here.
    ...(line !== input.command && { hereOnly: true }),
    timeoutMs,
    noInput,
    background: input.run_in_background === true,
    isMovable: movable,
    // A line that isn't understood may contain git.
    outlivesTimeout: movable && isUnderstood,
    onOpen: (terminal) => onProgress?.({ terminal }),
    onOutput: ({ lines }) => onProgress?.({ text: counted(lines, 'line') }),
    onPrompt: (question, silentMs) => {
      const text = `waits for input: ${question.slice(0, 100).toWellFormed()}`;
      onProgress?.({ text, ...(!noInput && { waitsForInput: true, silentMs }) });
    },
  };
  if (tasks) return tasks.run(command, context);
  return { type: 'finished', result: await services.terminals.run({ ...command, signal: abortController.signal }) };
}

async function describeResult(
  input: AskedCommand,
  result: CommandResult,
  {
    timeoutMs,
    change,
    context,
    maxChars,
  }: { readonly timeoutMs: number; readonly change: CwdChange; readonly context: ToolUseContext; readonly maxChars: number },
): Promise<{ readonly data: BashOutput; readonly details: BashDetails }> {
  const exitCode = exitCodeOf(result);
  const meaning = exitMeaning(input.command, result.exitCode);
  const failed = exitCode !== 0 && meaning === undefined;
  const image = failed || !startsLikeImage(result.output) ? undefined : await printedImage(result.outputPath);
  // The result is less precise without the size.
  const size = result.truncated || image === 'too large' ? await stat(result.outputPath).catch(() => undefined) : undefined;
  const isLarge = image === undefined && (result.truncated || result.output.length > maxChars);
  const whole = isLarge ? await saveFullOutput(result, context) : undefined;
  const operation = gitOperation(input.command, result.output);
  return {
    data: {
      stdout: typeof image === 'object' ? imageAddress(image) : result.output,
      stderr: '',
      interrupted: result.aborted,
      ...(typeof image === 'object' && { isImage: true }),
      ...(result.timedOut && { timedOutAfterMs: timeoutMs }),
      ...(meaning !== undefined && { returnCodeInterpretation: meaning }),
      ...(printsNothing(input.command) && { noOutputExpected: true }),
      ...(operation && { gitOperation: operation }),
      ...(whole?.savedAs !== undefined && { persistedOutputPath: whole.savedAs, persistedOutputSize: whole.bytes }),
    },
    details: {
      ...(whole && { whole }),
      truncated: result.truncated,
      outputPath: result.outputPath,
      outputBytes: size?.size ?? result.output.length,
      exitCode,
      failed,
      typedInto: result.typedInto,
      ...(change.kind === 'reset' && { cwdResetTo: change.cwd }),
      ...(mayLoseWorkingDirectory(input.command, result, context) && { cwdKept: context.cwd }),
      ...(image === 'too large' && { largeImage: true }),
    },
  };
}

/** As a shell reports it: 128 plus the number of the signal that ended the command. */
function exitCodeOf({ exitCode, signal, timedOut, aborted }: CommandResult): number {
  if (timedOut || aborted) return 128 + constants.signals.SIGTERM;
  if (exitCode !== null) return exitCode;
  const found = Object.entries(constants.signals).find(([name]) => name === signal);
  return 128 + (found?.[1] ?? 0);
}

/** The session's working directory is gone. The command was meant for that folder, so it doesn't run in another. */
function lostFolder(context: ToolUseContext): BashResult {
  const { projectDir } = context.session;
  const hasProject = isFolder(projectDir);
  const why = hasProject
    ? `The working directory ${context.cwd} no longer exists; the command was not run.`
    : `The project folder ${projectDir} no longer exists; the command was not run. Ask the user to bring it back.`;
  return {
    data: { ...NOTHING_PRINTED.data, stdout: why },
    details: {
      ...NOTHING_PRINTED.details,
      exitCode: 1,
      failed: true,
      ...(hasProject && { cwdResetTo: projectDir }),
    },
    isError: true,
    exitCode: 1,
    contextModifier: (current) => ({ ...current, cwd: projectDir }),
  };
}
