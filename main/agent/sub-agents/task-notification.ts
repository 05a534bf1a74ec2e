import type { AgentReport } from '#main/tool/agents.ts';

/** Characters of a report that a notification carries; the file has the whole. */
const MAX_RESULT_CHARS = 32_000;

const ENDED: Readonly<Record<AgentReport['outcome'], string>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'was stopped',
  max_turns: 'used up its requests',
};

/** What people read when an agent in the background has ended. */
export function endedSentence(description: string, { outcome, error }: Pick<AgentReport, 'outcome' | 'error'>): string {
  return `Agent “${description}” ${ENDED[outcome]}${error === undefined ? '' : `: ${error}`}`;
}

/**
 * Tells the dispatching agent's model how an agent in the background ended. The report is the agent's own text: it can't close the element
 * it stands in.
 */
export function taskNotification(description: string, report: AgentReport, outputFile: string): string {
  const { agentId, outcome, text, totalTokens, totalToolUseCount, totalDurationMs } = report;
  const cut = text.length > MAX_RESULT_CHARS;
  const result = cut
    ? `${text.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n[${text.length - MAX_RESULT_CHARS} more characters: ${outputFile}]`
    : text;
  return [
    '<task-notification>',
    `<task-id>${agentId}</task-id>`,
    `<status>${outcome}</status>`,
    `<summary>${contained(endedSentence(description, report))}</summary>`,
    `<output-file>${outputFile}</output-file>`,
    `<result>\n${contained(result)}\n</result>`,
    `<usage>total_tokens: ${totalTokens}, tool_uses: ${totalToolUseCount}, duration_ms: ${totalDurationMs}</usage>`,
    '</task-notification>',
  ].join('\n');
}

/** Text of others that can't close the element it stands in. */
export function contained(text: string): string {
  return text.replaceAll(/<(?=\/?(?:task-notification|task-id|status|summary|output-file|result|usage|system-reminder)\b)/giu, '&lt;');
}
