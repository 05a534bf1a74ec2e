import type { AgentError } from '#shared/session/agent-errors.ts';

/** What is said to the person of an error that tells the agent what to do. */
export const AGENT_ERROR_WORDS: Readonly<Record<AgentError, string>> = {
  notInPlanMode: 'The agent proposed a plan, but the session isn’t in plan mode.',
  planOfSubAgent: 'A sub-agent proposed a plan. Only the main agent can.',
  noPlan: 'The agent proposed an empty plan.',
  notReadYet: 'The agent must read this file before it may change it.',
  changedSinceRead: 'The file has changed since the agent read it.',
  changesNothing: 'The edit would change nothing.',
  isNotebook: 'This is a Jupyter notebook, which the agent must change with another tool.',
  isNoNotebook: 'This isn’t a Jupyter notebook. The agent must change it with another tool.',
  noTaskNamed: 'The agent didn’t say which task.',
  worktreeChanged: 'The worktree has changed since you were shown what is in it. It was kept.',
};
