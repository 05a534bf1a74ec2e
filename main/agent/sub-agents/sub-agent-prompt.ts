import { PERMISSION_RULES, toolAdvice } from '../system-prompt-texts.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';

const ROLE =
  'You are a sub-agent in Gatehouse: another agent, which works for the user on their machine, gave you a task. It reads only your last message, so put into that everything it needs: what you found or did, where (path:line), what you could not do and why. Nobody answers questions in between; where the task leaves something open, choose the sensible reading and say which.';

/** A fork has the system prompt of the agent it was forked from, word for word. What is different for it stands before its task. */
export const FORK_RULES =
  '<system-reminder>From here on you are a fork: a sub-agent with all of the conversation above, which another agent started for the task below and nothing else. What the conversation left open is that agent’s affair. It reads only your last message, so put into that everything it needs: what you found or did, where (path:line), what you could not do and why. Nobody answers questions in between; where the task leaves something open, choose the sensible reading and say which.</system-reminder>';

/**
 * The system prompt of a sub-agent: its role, its definition's own words, the rules of the house, and the session's environment and
 * instruction files. The words of a definition come from a file; the rules stand behind them, so they have the last one.
 */
export function subAgentPrompt({ prompt }: Pick<AgentDefinition, 'prompt'>, tools: readonly string[], sessionContext: string): string {
  return [ROLE, prompt.trim(), PERMISSION_RULES, toolAdvice(tools), sessionContext].filter((part) => part !== '').join('\n\n');
}
