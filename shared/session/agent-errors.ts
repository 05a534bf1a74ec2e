/** Errors of tools that tell the agent what to do. The window says what happened instead. */
export const AGENT_ERRORS = {
  notInPlanMode: 'You are not in plan mode, so there is no plan to propose. If one was accepted, carry it out.',
  planOfSubAgent: 'Only the main agent proposes plans to the user. Give your plan in your report.',
  noPlan: 'Give the plan in the parameter `plan`, in Markdown.',
  notReadYet: 'File has not been read yet. Read it first before writing to it.',
  changedSinceRead: 'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.',
  changesNothing: 'No changes to make: old_string and new_string are exactly the same.',
  isNotebook: 'This is a Jupyter notebook. Use NotebookEdit to change its cells.',
  isNoNotebook: 'NotebookEdit is only for Jupyter notebooks (.ipynb files). Use Edit for other files.',
  noTaskNamed: 'Which task? Give its task_id.',
  worktreeChanged: 'The worktree has changed since the user was shown what is in it. It was kept. Call again.',
} as const;

export type AgentError = keyof typeof AGENT_ERRORS;

const BY_TEXT: ReadonlyMap<string, AgentError> = new Map(
  Object.entries(AGENT_ERRORS).flatMap(([name, text]): [string, AgentError][] => (isAgentError(name) ? [[text, name]] : [])),
);

/** The error with exactly this text. */
export function agentErrorOf(text: string): AgentError | undefined {
  return BY_TEXT.get(text.trim());
}

function isAgentError(name: string): name is AgentError {
  return name in AGENT_ERRORS;
}
