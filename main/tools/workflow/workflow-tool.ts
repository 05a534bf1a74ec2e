import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isPackaged } from '#main/app-root.ts';
import { readVariable } from '#main/environment.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { toolEnv, type ToolDeps } from '../tool-deps.ts';
import { launchedText, type WorkflowOutput, workflowOutput, workflowOutputSchema } from './workflow-output.ts';
import { workflowPrompt } from './workflow-prompt.ts';
import { workflowSource } from './workflow-source.ts';

const MAX_ARGS_CHARS = 1_000_000;

const inputSchema = z.strictObject({
  script: z.string().max(524_288).optional().describe('The script, in JavaScript'),
  name: z.string().optional().describe('A saved workflow'),
  description: z.string().optional().describe('Not needed: the script has its own'),
  title: z.string().optional().describe('Not needed: the script has its own'),
  args: z.unknown().optional().describe('A JSON value for the script'),
  scriptPath: z.string().optional().describe('A file with the script, instead of script and name'),
  resumeFromRunId: z.string().optional().describe('An ended run of this session, whose finished agents aren’t repeated'),
});
type WorkflowInput = z.output<typeof inputSchema>;

export function createWorkflowTool(deps: ToolDeps) {
  /** What was checked and shown is what runs, by call: its file may change meanwhile. */
  const sources = new LRUCache<string, string>({ max: 200 });
  const sourceFor = async (input: WorkflowInput, context: ToolUseContext): Promise<string> => {
    const known = sources.get(context.toolUseId);
    if (known !== undefined && !isInline(input)) return known;
    const source = await workflowSource(input, context);
    if (context.toolUseId !== '') sources.set(context.toolUseId, source);
    return source;
  };
  const checkedSource = (input: WorkflowInput, { toolUseId }: ToolUseContext): string => {
    const source = sources.get(toolUseId) ?? (isInline(input) ? input.script : undefined);
    if (source === undefined) throw new Error('Too many workflows wait at once. Start this one again.');
    return source;
  };
  return buildTool<typeof inputSchema, WorkflowOutput, 'Workflow'>({
    name: 'Workflow',
    searchHint: 'run a script that orchestrates many agents',
    inputSchema,
    outputSchema: workflowOutputSchema,
    maxResultSizeChars: 10_000,
    isEnabled: () => !isPackaged && !readVariable(toolEnv(deps), 'CLAUDE_CODE_DISABLE_WORKFLOWS') && deps.hasWorkflows?.() === true,
    prompt: () => workflowPrompt(deps.savedWorkflows?.() ?? []),
    toAutoClassifierInput: ({ script = '', name = '', scriptPath = '', args }) =>
      [name, scriptPath, script, args === undefined ? '' : JSON.stringify(args)].filter((part) => part !== '').join('\n'),
    validateInput: async (input, context) => {
      sources.delete(context.toolUseId);
      return check(input, () => sourceFor(input, context), context);
    },
    wantsTo: (_input, { summary }) => (summary === '' ? 'run a workflow' : `run the workflow ${summary}`),
    preview: async (input, context) => scriptView(input, await sourceFor(input, context)),
    call: (input, context) => run(input, checkedSource(input, context), context),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: launchedText(output),
    }),
    present,
  });
}

/** The script is in the input itself: a file that is named too takes precedence. */
function isInline({ script, scriptPath }: WorkflowInput): boolean {
  return script !== undefined && scriptPath === undefined;
}

async function check(input: WorkflowInput, source: () => Promise<string>, { services }: ToolUseContext): Promise<ValidationResult> {
  const { script, name, scriptPath, resumeFromRunId, args } = input;
  if (script === undefined && name === undefined && scriptPath === undefined && resumeFromRunId === undefined)
    return { ok: false, message: 'Which workflow? Give script, name or scriptPath.' };
  if (args !== undefined && JSON.stringify(args).length > MAX_ARGS_CHARS)
    return { ok: false, message: `args is longer than ${MAX_ARGS_CHARS} characters.` };
  try {
    if (!services.scripts) throw new Error('No scripts can run here.');
    await services.scripts.workflow(await source());
    return { ok: true };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

async function run({ args, resumeFromRunId }: WorkflowInput, source: string, context: ToolUseContext): Promise<ToolResult<WorkflowOutput>> {
  if (!context.workflows) throw new Error('No workflows can run here.');
  const started = await context.workflows.start({ source, args, resumeFrom: resumeFromRunId }, context);
  return { data: workflowOutput(started) };
}

/** The name in a script that may still be arriving. */
function nameOf(input: Readonly<Record<string, unknown>>, script: string): string {
  const written = /\bname\s*:\s*(["'`])([^"'`\n]{1,64})\1/u.exec(script.slice(0, 2000))?.[2];
  return oneLine(written ?? (textField(input, 'name') || textField(input, 'scriptPath') || textField(input, 'resumeFromRunId')), 100);
}

function scriptView(input: Readonly<Record<string, unknown>>, script: string): ToolView {
  const args = input['args'] === undefined ? '' : `\n\n// args: ${JSON.stringify(input['args'])}`;
  return {
    kind: 'agent',
    title: 'Workflow',
    summary: nameOf(input, script),
    detail: { type: 'text', text: `${script}${args}`, truncated: false },
  };
}

function present(stage: PresentStage<WorkflowOutput>): ToolView {
  const { input } = stage;
  return presentStages(stage, scriptView(input, textField(input, 'script')), ({ workflowName }) => ({
    summary: oneLine(workflowName),
    outcome: 'in the background',
  }));
}
