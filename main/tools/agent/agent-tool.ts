import { z } from 'zod';
import type { AgentType } from '#main/tool/services/agents.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import type { OnProgress, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { MODEL_ALIASES } from '#shared/model/models.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { type AgentDetails, type AgentOutput, agentOutputSchema, agentResult, agentResultBlock } from './agent-output.ts';
import { taskOutputLimit } from '../task-output-limit.ts';

/** "Explore: find the parser". */
function presentAgent(stage: PresentStage<AgentOutput, AgentDetails>): ToolView {
  const { input } = stage;
  const name = textField(input, 'name') || textField(input, 'subagent_type') || 'general-purpose';
  const view: ToolView = {
    kind: 'agent',
    title: oneLine(name, 40),
    summary: oneLine(textField(input, 'description')),
    detail: { type: 'text', text: textField(input, 'prompt'), truncated: false },
  };
  return presentStages(stage, view, (output, details) => ({
    outcome: outcomeOf(output, details),
    detail: { type: 'text', text: resultText(output, details), truncated: false },
  }));
}

const ENDS = { completed: '', failed: 'failed, ', stopped: 'stopped, ', max_turns: 'used up its requests, ' } as const;

function outcomeOf(output: AgentOutput, { outcome = 'completed' }: AgentDetails): string {
  if (output.status === 'async_launched') return 'in the background';
  return `${ENDS[outcome]}${counted(output.totalToolUseCount, 'call')}, ${counted(output.totalTokens, 'token')}`;
}

function resultText(output: AgentOutput, { error }: AgentDetails): string {
  if (output.status === 'async_launched') return `Its report will be in ${output.outputFile}.`;
  return output.content.map(({ text }) => text).join('\n\n') || (error ?? 'It said nothing.');
}

const DEFAULT_TYPE = 'general-purpose';

const inputSchema = z.strictObject({
  description: z.string().describe('What the agent is for, in three to five words'),
  prompt: z.string().describe('The task, with everything the agent needs to know'),
  subagent_type: z.string().optional().describe(`The type of agent (default ${DEFAULT_TYPE})`),
  model: z.enum(MODEL_ALIASES).optional().describe('Another model than the one the type says'),
  run_in_background: z.boolean().optional().describe('true: it works in the background, and you are notified when it ends'),
  name: z.string().optional().describe('What SendMessage can call it, instead of its id'),
  isolation: z.enum(['worktree', 'remote']).optional().describe('worktree: it works in a git worktree of its own, with a new branch'),
});
type AgentInput = z.output<typeof inputSchema>;

/** Names are shown beside every question and written into messages. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u;

export function createAgentTool(deps: ToolDeps) {
  const env = deps.env?.() ?? process.env;
  return buildTool<typeof inputSchema, AgentOutput, 'Agent', AgentDetails>({
    name: 'Agent',
    aliases: ['Task'],
    searchHint: 'start a sub-agent for a self-contained task',
    inputSchema,
    ignoredFields: ['effort', 'mode', 'team_name'],
    outputSchema: agentOutputSchema,
    maxResultSizeChars: taskOutputLimit(env),
    prompt: () => promptFor(deps.agentTypes?.() ?? []),
    // Each of an agent's calls passes the gate on its own, so agents may run in parallel.
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => `${input.subagent_type ?? DEFAULT_TYPE}: ${input.prompt}`,
    validateInput: (input) => Promise.resolve(checkInput(input)),
    call: (input, context, _canUseTool, _parentMessage, onProgress) => run(input, context, onProgress),
    mapToolResultToToolResultBlockParam: agentResultBlock,
    present: presentAgent,
  });
}

function promptFor(types: readonly AgentType[]): string {
  return `Starts another agent, which works on a task by itself and gives you its last message as the result. It begins with what you write in prompt and knows nothing else of this conversation, unless its type says otherwise.

Types of agents:
${types.map(({ name, description, toolsText }) => `- ${name}: ${description} (Tools: ${toolsText})`).join('\n')}

- Use it for wide searches, for jobs that stand on their own, and for several at once: agents of one response run side by side.
- Don't use it to read a file you know or to look for one name; Read and Grep are quicker.
- Say whether it shall change anything or only look, what it shall bring back, and what is known already.
- What it reports is for you; the user doesn't see it. Check claims that matter.
- It asks the user for permission as you do. A denial it ran into holds for you too.
- isolation "worktree": it works in a git worktree of its own at the last commit, so agents that change the same files don’t disturb each other. A worktree without changes is removed when it ends; else you are told the path and the branch.
- run_in_background: it works while you do something else. You are notified when it ends.`;
}

function checkInput(input: AgentInput): ValidationResult {
  if (input.prompt.trim() === '') return { ok: false, message: 'prompt is empty.' };
  if (input.isolation === 'remote') return { ok: false, message: 'isolation: "remote" isn’t available. Leave it out, or use "worktree".' };
  if (input.name !== undefined && !NAME.test(input.name)) {
    return { ok: false, message: 'name must be at most 40 letters, digits, spaces, dots, hyphens or underscores.' };
  }
  return { ok: true };
}

async function run(
  input: AgentInput,
  context: ToolUseContext,
  onProgress: OnProgress | undefined,
): Promise<ToolResult<AgentOutput, AgentDetails>> {
  if (!context.agents) throw new Error('No agents can be started here.');
  const { description, prompt, subagent_type: agentType = DEFAULT_TYPE, model, name, run_in_background: background = false } = input;
  const isolated = input.isolation === 'worktree';
  const task = { description, prompt, agentType, model, name, background, isolated };
  return agentResult(await context.agents.start(task, context, onProgress), task);
}
