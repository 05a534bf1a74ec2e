import type { Decision } from '#shared/permission/decision.ts';
import { FACTS_VERSION, type CallFacts } from '#shared/permission/facts.ts';
import type { ToolPermissionContext } from './context.ts';
import type { PermissionCall, PermissionEngine } from './engine.ts';

/** Loads the shell grammar and returns the engine. */
export async function createPermissionEngine(): Promise<PermissionEngine> {
  await Promise.resolve();
  return {
    analyse: (call: PermissionCall): CallFacts => ({
      version: FACTS_VERSION,
      toolName: call.toolName,
      cwd: call.cwd,
      realDirs: {},
      scalars: {},
      requiresUserInteraction: call.requiresUserInteraction === true,
      paths: [],
    }),
    decide: (facts: CallFacts, context: ToolPermissionContext): Decision => {
      const mode = context.mode === 'bypassPermissions' && context.isBypassPermissionsModeAvailable;
      const message = mode ? 'Bypass mode.' : `${facts.toolName} needs your approval.`;
      return {
        behavior: mode ? 'allow' : 'ask',
        reason: mode ? 'mode' : 'needsApproval',
        message,
        trace: [{ layer: mode ? 'mode' : 'dialog', outcome: mode ? 'allow' : 'ask', detail: message }],
        parts: [],
        effects: [],
        risk: 'execute',
        suggestions: [],
      };
    },
    isReadOnlyCommand: () => false,
    isHidden: () => false,
  };
}
