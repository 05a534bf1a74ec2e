import type { AgentReport } from '#main/tool/agents.ts';

/** Maximum length of a report in a notification, in characters; the file has all of it. */
const MAX_RESULT_CHARS = 32_000;

const ENDED: Readonly<Record<AgentReport['outcome'], string>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'was stopped',
  max_turns: 'used up its requests',
};

/** Sentence for people on how a background agent ended. */
export function endedSentence(description: string, { outcome, error }: Pick<AgentReport, 'outcome' | 'error'>): string {
  return `Agent “${description}” ${ENDED[outcome]}${error === undefined ? '' : `: ${error}`}`;
}

/** Notifies the parent's model how a background agent ended. The report is escaped so that it can't close the element. */
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

/** Escapes text so that it can't close the surrounding element. */
export function contained(text: string): string {
  return text.replaceAll(/<(?=\/?(?:task-notification|task-id|status|summary|output-file|result|usage|system-reminder)\b)/giu, '&lt;');
}
