import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { MemoryNotes } from '#main/settings/memory/read-memory.ts';
import { memoryText } from '../system-prompt/memory-text.ts';
import { PERMISSION_RULES, toolAdvice } from '../system-prompt/system-prompt-texts.ts';

const ROLE =
  'You are a sub-agent in Gatehouse: another agent, which works for the user on their machine, gave you a task. It reads only your last message, so put into that everything it needs: what you found or did, where (path:line), what you could not do and why. Nobody answers questions in between; where the task leaves something open, choose the sensible reading and say which.';

/** A fork has exactly its parent's system prompt; these differences precede its task. */
export const FORK_RULES =
  '<system-reminder>From here on you are a fork: a sub-agent with all of the conversation above, which another agent started for the task below and nothing else. What the conversation left open is that agent’s affair. It reads only your last message, so put into that everything it needs: what you found or did, where (path:line), what you could not do and why. Nobody answers questions in between; where the task leaves something open, choose the sensible reading and say which.</system-reminder>';

interface SubAgentSurroundings {
  readonly tools: readonly string[];
  /** The session's environment and instruction files. */
  readonly context: string;
  /** The notes that its type keeps. */
  readonly memory: MemoryNotes | undefined;
  readonly maySave: boolean;
}

/**
 * System prompt of a sub-agent: its role, the text of its definition, the common rules, and the session's environment and instruction
 * files. The definition comes from a file, so the rules follow it and override it.
 */
export function subAgentPrompt({ prompt }: Pick<AgentDefinition, 'prompt'>, surroundings: SubAgentSurroundings): string {
  const { tools, context, memory, maySave } = surroundings;
  const notes = memory ? memoryText(memory, { maySave, tools }) : '';
  return [ROLE, prompt.trim(), PERMISSION_RULES, toolAdvice(tools), notes, context].filter((part) => part !== '').join('\n\n');
}
