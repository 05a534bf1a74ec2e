import { systemReminder } from '#main/tool/own-tags.ts';
import { existsSync } from 'node:fs';
import { createLogger } from '#main/log/logger.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { isUnchanged } from '#main/tool/services/worktrees.ts';
import type { AgentRow } from '#shared/session/view.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { SessionServices } from '../session/session-services.ts';

const log = createLogger('agent');

/** Makes the worktree of an agent. @throws Error where there can be none. */
export function agentWorktree({ toolServices }: SessionServices, agentId: string, { session }: ToolUseContext): Promise<Worktree> {
  const { worktrees } = toolServices;
  if (!worktrees) throw new Error('There are no worktrees here. Leave isolation out.');
  return worktrees.create(`agent-${agentId}`, session.projectDir);
}

/** The note about its worktree that the agent gets before its task. */
export function worktreeRules({ projectDir, branch }: Worktree): string {
  return systemReminder(
    `You work in a git worktree of your own: ${projectDir}, on the branch ${branch ?? '(none)'}. It is a copy of the repository at the last commit; relative paths and commands start there. Change files only in it, not in the project folder. Commit what shall be kept.`,
  );
}

/** Removes the worktree of an agent that has ended, if nothing has changed there. Never rejects. */
export async function tidyWorktree(
  { toolServices: { worktrees } }: SessionServices,
  { worktree }: Pick<AgentRow, 'worktree'>,
): Promise<boolean> {
  if (!worktrees || !worktree || worktree.removed) return false;
  try {
    const inventory = await worktrees.inventory(worktree);
    if (!isUnchanged(inventory)) return false;
    await worktrees.remove(worktree, inventory.digest);
    return true;
  } catch (error) {
    // Unsure: it stays, and the report names it.
    log.debug('The worktree of a sub-agent was not removed', error);
    return false;
  }
}

/** @throws Error when the agent worked in a worktree that is gone: it must not go on in the project folder. */
export function assertWorktree({ worktree }: AgentRow): void {
  if (worktree && (worktree.removed || !existsSync(worktree.path)))
    throw new Error('The worktree of that agent is gone, so it can’t go on. Start a new agent with the whole task.');
}
