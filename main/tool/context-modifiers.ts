import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolUseContext } from './tool.ts';
import type { Worktree } from '#shared/session/worktree.ts';

/** Context modifier that switches the session's permission mode. */
export function withMode(context: ToolUseContext, mode: PermissionMode): ToolUseContext {
  context.setAppState((state) => ({ ...state, permission: { ...state.permission, mode } }));
  return context;
}

/** Context modifier that moves the session to a worktree, or back to the project folder. */
export function inWorktree(context: ToolUseContext, worktree: Worktree): ToolUseContext;
export function inWorktree(context: ToolUseContext, worktree: undefined, projectDir: string): ToolUseContext;
export function inWorktree(context: ToolUseContext, worktree: Worktree | undefined, projectDir = worktree?.projectDir): ToolUseContext {
  context.setAppState((state) => ({ ...state, worktree }));
  if (projectDir === undefined) return context;
  return { ...context, cwd: projectDir, session: { ...context.session, projectDir } };
}
