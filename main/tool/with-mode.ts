import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolUseContext } from './context.ts';

/** For context modifiers: the session goes on in another mode. */
export function withMode(context: ToolUseContext, mode: PermissionMode): ToolUseContext {
  context.setAppState((state) => ({ ...state, permission: { ...state.permission, mode } }));
  return context;
}
