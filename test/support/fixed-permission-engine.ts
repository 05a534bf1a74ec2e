import type { Decision } from '#shared/permission/decision.ts';
import { FACTS_VERSION } from '#shared/permission/facts-version.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';

/** Decides by tool name alone, for tests of code around the engine: unlisted names are allowed, and `acceptEdits` allows what would ask. */
export function fixedPermissionEngine(
  behaviors: Readonly<Record<string, Decision['behavior']>> = {},
  hidden: readonly string[] = [],
): PermissionEngine {
  return {
    ready: () => Promise.resolve(),
    analyse: ({ toolName, cwd }) => ({
      version: FACTS_VERSION,
      toolName,
      cwd,
      realDirs: {},
      scalars: {},
      requiresUserInteraction: false,
      paths: [],
    }),
    decide: ({ toolName }, { mode }) => {
      const listed = behaviors[toolName] ?? 'allow';
      const behavior = listed === 'ask' && mode === 'acceptEdits' ? 'allow' : listed;
      const message = `${toolName}: ${behavior}`;
      return {
        behavior,
        reason: behavior === 'ask' ? 'needsApproval' : 'rule',
        message,
        trace: [{ layer: 'allow', outcome: behavior, detail: message }],
        parts: [],
        effects: [],
        risk: 'execute',
        suggestions: [],
      };
    },
    refusesReading: () => behaviors['Read'] === 'deny',
    isReadOnlyCommand: () => false,
    readCommand: () => ({ isDestructive: true, isUnderstood: true }),
    isHidden: (toolName) => hidden.includes(toolName),
  };
}
