import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ValidationResult } from '#main/tool/tool.ts';
import { type BashDetails, type BashOutput, bashOutputSchema, bashResultBlock, presentBash } from '../bash/bash-output.ts';
import { checkCommand } from '../bash/check-command.ts';
import { backgroundAllowed, outputLimit } from '../bash/command-limits.ts';
import { runCommand } from '../bash/run-command.ts';
import { fileToolsLine } from '../offered-names.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';
import { findPowerShell, powerShellLine } from './find-powershell.ts';

const inputSchema = z.strictObject({
  command: z.string().describe('The PowerShell command to run'),
  timeout: z.number().optional().describe('Milliseconds it may take (default 120000, at most 600000)'),
  description: z.string().optional().describe('What the command does, in five to ten words, for the user'),
  run_in_background: z.boolean().optional().describe('true: it runs in the background, and you are notified when it ends'),
  dangerouslyDisableSandbox: z.boolean().optional().describe('Has no effect: commands are not sandboxed'),
});
type PowerShellInput = z.output<typeof inputSchema>;

/** Encoding makes it almost three times as long, and Windows limits a command line to 32 767 characters. */
const MAX_COMMAND_CHARS = 10_000;

const FILE_TOOLS = [
  ['Read', 'Get-Content'],
  ['Edit', 'Set-Content'],
  ['Write', 'Set-Content'],
  ['Grep', 'Select-String'],
  ['Glob', 'Get-ChildItem'],
] as const;

const promptFor = (deps: ToolDeps): string => `Runs a PowerShell command in a terminal that the user can see, and returns its output.

- Each command starts in the working directory of the session, in a new PowerShell without profile. Variables and Set-Location don't carry over.
- It takes no input: don't run what asks for something (Read-Host, Get-Credential, prompts for confirmation).
${fileToolsLine(deps, FILE_TOOLS)}- description: what the command does, briefly.
- run_in_background is for commands that run long or forever: the call returns at once, the output goes to a file, and you are notified when the command ends.`;

export function createPowerShellTool(deps: ToolDeps) {
  const env = toolEnv(deps);
  const maxChars = outputLimit(env);
  let program: { readonly path: string | undefined } | undefined;
  const find = (): string | undefined => (program ??= { path: findPowerShell(env, deps.projectDir) }).path;
  return buildTool<typeof inputSchema, BashOutput, 'PowerShell', BashDetails>({
    name: 'PowerShell',
    searchHint: 'run PowerShell commands in a terminal',
    inputSchema,
    outputSchema: bashOutputSchema,
    maxResultSizeChars: maxChars,
    prompt: () => promptFor(deps),
    isEnabled: () => find() !== undefined,
    // PowerShell commands are not parsed, so any may be.
    isDestructive: () => true,
    toAutoClassifierInput: (input) => input.command,
    validateInput: (input) => Promise.resolve(checkInput(input, backgroundAllowed(toolEnv(deps)))),
    call(input, context, _canUseTool, _parentMessage, onProgress) {
      const path = find();
      if (path === undefined) throw new Error('There is no PowerShell on this machine.');
      const line = powerShellLine(path, input.command);
      return runCommand(input, context, { line, env: toolEnv(deps), maxChars, isUnderstood: false, onProgress });
    },
    mapToolResultToToolResultBlockParam: (...result) => bashResultBlock('PowerShell', ...result),
    present: presentBash,
  });
}

function checkInput(input: PowerShellInput, isBackgroundAllowed: boolean): ValidationResult {
  const startable = checkCommand(input.command);
  if (!startable.ok) return startable;
  if (input.command.length > MAX_COMMAND_CHARS) {
    return { ok: false, message: 'command is longer than 10 000 characters. Write it to a .ps1 file with Write and run that.' };
  }
  if (input.run_in_background === true && !isBackgroundAllowed) {
    return { ok: false, message: 'Commands in the background are switched off here. Run it without run_in_background.' };
  }
  return { ok: true };
}
