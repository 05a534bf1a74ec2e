import type { AgentReport } from '#main/tool/agents.ts';
import type { ToolResultBlockParam } from '#main/tool/tool.ts';

/** What the model is given, field by field as Claude Code names it. */
export type AgentOutput =
  | {
      readonly status: 'completed';
      readonly agentId: string;
      readonly agentType: string;
      readonly outcome: AgentReport['outcome'];
      readonly error?: string | undefined;
      readonly content: readonly { readonly type: 'text'; readonly text: string }[];
      readonly totalTokens: number;
      readonly totalDurationMs: number;
      readonly totalToolUseCount: number;
    }
  | { readonly status: 'async_launched'; readonly agentId: string; readonly agentType: string; readonly outputFile: string };

export function completedOutput({ text, ...report }: AgentReport): AgentOutput {
  return { status: 'completed', ...report, content: text === '' ? [] : [{ type: 'text', text }] };
}

export function agentResultBlock(output: AgentOutput, toolUseId: string): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: output.status === 'async_launched' ? launchedText(output) : completedText(output),
  };
}

function launchedText({ agentId, outputFile }: Extract<AgentOutput, { status: 'async_launched' }>): string {
  return [
    'Async agent launched successfully.',
    `agentId: ${agentId} (SendMessage with this as “to” talks to it)`,
    `output_file: ${outputFile}`,
    'It works in the background, and you will be told when it has ended. Don’t wait for it or do its work yourself; go on with something else, or end your answer.',
  ].join('\n');
}

function completedText(output: Extract<AgentOutput, { status: 'completed' }>): string {
  const { agentId, content, totalTokens, totalToolUseCount, totalDurationMs } = output;
  const said = content.map(({ text }) => text);
  return [
    ...(output.outcome === 'completed' ? [] : [`${endText(output)}${said.length === 0 ? '' : ' Its last words:'}`]),
    ...(output.outcome === 'completed' && said.length === 0 ? ['The agent ended without a word.'] : said),
    `agentId: ${agentId} (SendMessage with this as “to” lets it go on)`,
    `<usage>total_tokens: ${totalTokens}\ntool_uses: ${totalToolUseCount}\nduration_ms: ${totalDurationMs}</usage>`,
  ].join('\n');
}

function endText({ outcome, error }: Extract<AgentOutput, { status: 'completed' }>): string {
  switch (outcome) {
    case 'failed':
      return `The agent failed: ${error ?? 'nobody knows why.'} What it did until then stays done.`;
    case 'max_turns':
      return 'The agent made all the requests it may make and did not get done. What it did stays done.';
    default:
      return `The agent was stopped before it was done: ${error ?? 'nobody said why.'} What it did until then stays done.`;
  }
}
