import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { diffDetail, diffOutcome } from '../diff-view.ts';
import { displayPath } from '../input-path.ts';
import { fileToolsLine } from '../offered-names.ts';
import { toolEnv, type ToolDeps, type ToolEnv } from '../tool-deps.ts';
import { isBareSleep } from './bare-sleep.ts';
import { checkCommand } from './check-command.ts';
import { backgroundAllowed, outputLimit } from './command-limits.ts';
import { type BashDetails, type BashOutput, bashOutputSchema, bashResultBlock, NOTHING_PRINTED, presentBash } from './bash-output.ts';
import { runCommand } from './run-command.ts';
import { SedPreviews } from './sed-preview.ts';

const inputSchema = z.strictObject({
  command: z.string().describe('The command to run'),
  timeout: z.number().optional().describe('Milliseconds it may take (default 120000, at most 600000)'),
  description: z.string().optional().describe('What the command does, in five to ten words, for the user'),
  run_in_background: z.boolean().optional().describe('true: it runs in the background, and you are notified when it ends'),
  dangerouslyDisableSandbox: z.boolean().optional().describe('Has no effect: commands are not sandboxed'),
});
type BashInput = z.output<typeof inputSchema>;

const SLEEP_HINT =
  'Don’t wait with sleep. Monitor tells you when something happens (until CONDITION; do sleep 2; done; echo ready), and you are notified when a background command ends.';

const FILE_TOOLS = [
  ['Read', 'cat'],
  ['Edit', 'sed'],
  ['Write', 'echo'],
  ['Grep', 'grep'],
  ['Glob', 'find'],
] as const;

const promptFor = (deps: ToolDeps): string => `Runs a command with bash in a terminal that the user can see, and returns its output.

- The working directory carries over to the next command while it stays in the project; variables, functions and aliases don't.
- Quote paths that contain spaces. Prefer absolute paths to cd.
- Pagers are off. Don't run commands that wait for a person: editors, interactive rebases, prompts.
${fileToolsLine(deps, FILE_TOOLS)}- Run commands that don't depend on each other as several calls in one response, and commands that do as one call, joined with &&.
- description: what the command does, briefly.
- run_in_background is for commands that run long or forever (servers, watchers): the call returns at once, the output goes to a file that you can read and search, and you are notified when the command ends. Don't wait for it with sleep, and don't append &. A command that reaches its timeout also continues in the background.
- Commit or push only when asked to.`;

export function createBashTool(deps: ToolDeps) {
  const env = (): ToolEnv => toolEnv(deps);
  const maxChars = outputLimit(env());
  const sedPreviews = new SedPreviews((command, cwd) => deps.readCommand?.(command, cwd).sedEdit);
  return buildTool<typeof inputSchema, BashOutput, 'Bash', BashDetails>({
    name: 'Bash',
    searchHint: 'run shell commands in a terminal',
    inputSchema,
    outputSchema: bashOutputSchema,
    maxResultSizeChars: maxChars,
    prompt: () => promptFor(deps),
    isReadOnly: (input) => deps.isReadOnlyCommand(input.command),
    isConcurrencySafe: (input) => deps.isReadOnlyCommand(input.command),
    isDestructive: (input) => deps.readCommand?.(input.command).isDestructive ?? true,
    toAutoClassifierInput: (input) => input.command,
    validateInput: (input, context) => Promise.resolve(checkInput(input, context, env())),
    async call(input, context, _canUseTool, _parentMessage, onProgress) {
      const change = await sedPreviews.apply(input.command, context);
      if (change) {
        const diff = diffDetail(displayPath(change.path, deps.projectDir), change.diff, false);
        return { data: { ...NOTHING_PRINTED.data, noOutputExpected: true }, details: { ...NOTHING_PRINTED.details, change: diff } };
      }
      const isUnderstood = deps.readCommand?.(input.command, context.cwd).isUnderstood ?? false;
      return runCommand(input, context, { env: env(), maxChars, isUnderstood, onProgress });
    },
    mapToolResultToToolResultBlockParam: (...result) => bashResultBlock('Bash', ...result),
    present: presentBash,
    async preview(input, context) {
      const view = presentBash({ stage: 'input', input });
      if (input.run_in_background === true || view.detail?.type !== 'command') return view;
      const change = await sedPreviews.preview(input.command, context);
      if (!change) return view;
      const diff = diffDetail(displayPath(change.path, deps.projectDir), change.diff, false);
      return { ...view, outcome: diffOutcome(change.diff), detail: { ...view.detail, diff } };
    },
  });
}

function checkInput(input: BashInput, context: ToolUseContext, env: ToolEnv): ValidationResult {
  const startable = checkCommand(input.command);
  if (!startable.ok) return startable;
  if (input.run_in_background !== true && isBareSleep(input.command)) {
    const offered = new Set(context.options.tools.map(({ name }) => name));
    if (offered.has('Monitor')) return { ok: false, message: SLEEP_HINT + (offered.has('Sleep') ? ' To just wait, use Sleep.' : '') };
  }
  if (input.run_in_background === true && !backgroundAllowed(env)) {
    return {
      ok: false,
      message: 'Commands in the background are switched off here. Run it without run_in_background, with a timeout if it may take long.',
    };
  }
  return { ok: true };
}
