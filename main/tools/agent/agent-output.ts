import { z } from 'zod';
import type { AgentReport, AgentStart, AgentTask } from '#main/tool/services/agents.ts';
import { usageSchema } from '#shared/session/content.ts';
import type { ToolResult, ToolResultBlockParam } from '#main/tool/tool.ts';

export const agentOutputSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('completed'),
    agentId: z.string(),
    agentType: z.string(),
    resolvedModel: z.string(),
    prompt: z.string(),
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    totalTokens: z.number(),
    totalDurationMs: z.number(),
    totalToolUseCount: z.number(),
    /** Of all its requests. The fields that are always null are not counted. */
    usage: usageSchema.extend({ server_tool_use: z.null(), service_tier: z.null(), cache_creation: z.null() }),
    /** Its own worktree, if it was kept. */
    worktreePath: z.string().optional(),
    worktreeBranch: z.string().optional(),
  }),
  z.object({
    status: z.literal('async_launched'),
    isAsync: z.literal(true),
    agentId: z.string(),
    description: z.string(),
    resolvedModel: z.string(),
    prompt: z.string(),
    outputFile: z.string(),
  }),
]);
export type AgentOutput = z.infer<typeof agentOutputSchema>;

/** How a finished agent ended; absent for one that still runs. */
export type AgentDetails = Partial<Pick<AgentReport, 'outcome' | 'error'>>;

export function agentResult(start: AgentStart, { prompt, description }: AgentTask): ToolResult<AgentOutput, AgentDetails> {
  if (start.type === 'launched') {
    const { agentId, model, outputFile } = start;
    const launched = { agentId, description, resolvedModel: model, prompt, outputFile };
    return { data: { status: 'async_launched', isAsync: true, ...launched }, details: {} };
  }
  const { text, outcome, error, model, usage, worktree, ...report } = start.report;
  return {
    data: {
      status: 'completed',
      ...report,
      resolvedModel: model,
      prompt,
      content: text === '' ? [] : [{ type: 'text', text }],
      ...(worktree && { worktreePath: worktree.path }),
      ...(worktree?.branch !== undefined && { worktreeBranch: worktree.branch }),
      usage: { ...usage, server_tool_use: null, service_tier: null, cache_creation: null },
    },
    details: { outcome, error },
    isError: outcome === 'failed' || outcome === 'stopped',
  };
}

export function agentResultBlock(output: AgentOutput, toolUseId: string, details: AgentDetails): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: output.status === 'async_launched' ? launchedText(output) : completedText(output, details),
  };
}

function launchedText({ agentId, outputFile }: Extract<AgentOutput, { status: 'async_launched' }>): string {
  return [
    'Async agent launched successfully.',
    `agentId: ${agentId} (to send it a message, call SendMessage with this as “to”)`,
    `output_file: ${outputFile}`,
    'It runs in the background, and you are notified when it ends. Don’t wait for it or do its work yourself: continue with something else, or end your turn.',
  ].join('\n');
}

function completedText(output: Extract<AgentOutput, { status: 'completed' }>, { outcome = 'completed', error }: AgentDetails): string {
  const { agentId, content, totalTokens, totalToolUseCount, totalDurationMs } = output;
  const said = content.map(({ text }) => text);
  return [
    ...(outcome === 'completed' ? [] : [`${endText(outcome, error)}${said.length === 0 ? '' : ' Its last message:'}`]),
    ...(outcome === 'completed' && said.length === 0 ? ['The agent ended without a report.'] : said),
    `agentId: ${agentId} (to continue it, call SendMessage with this as “to”)`,
    ...(output.worktreePath === undefined ? [] : [worktreeText(output.worktreePath, output.worktreeBranch)]),
    `<usage>total_tokens: ${totalTokens}\ntool_uses: ${totalToolUseCount}\nduration_ms: ${totalDurationMs}</usage>`,
  ].join('\n');
}

function endText(outcome: AgentReport['outcome'], error: string | undefined): string {
  switch (outcome) {
    case 'failed':
      return `The agent failed: ${error ?? 'the cause is unknown.'} Its changes remain.`;
    case 'max_turns':
      return 'The agent reached its limit of requests before it was done. Its changes remain.';
    default:
      return `The agent was stopped before it was done: ${error ?? 'no reason was given.'} Its changes remain.`;
  }
}

function worktreeText(path: string, branch: string | undefined): string {
  return `worktree: ${path}${branch === undefined ? '' : `, branch ${branch}`} (kept, because it has changes or commits)`;
}
