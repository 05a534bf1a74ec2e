import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolUseContext } from './context.ts';

/** Context modifier that switches the session's permission mode. */
export function withMode(context: ToolUseContext, mode: PermissionMode): ToolUseContext {
  context.setAppState((state) => ({ ...state, permission: { ...state.permission, mode } }));
  return context;
}
