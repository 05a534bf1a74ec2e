import type { Decision } from '#shared/permission/decision.ts';
import { FACTS_VERSION } from '#shared/permission/facts-version.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine, ToolPermissionResult } from '#main/permission/permission-engine.ts';

export function decisionTo(behavior: Decision['behavior'], changes: Partial<Decision> = {}): Decision {
  return {
    behavior,
    reason: behavior === 'ask' ? 'needsApproval' : 'rule',
    message: `engine says ${behavior}`,
    trace: [{ layer: behavior === 'ask' ? 'dialog' : behavior, outcome: behavior, detail: `engine says ${behavior}` }],
    parts: [],
    effects: [],
    risk: 'execute',
    suggestions: [],
    ...changes,
  };
}

export type Decide = (context: ToolPermissionContext, toolCheck: ToolPermissionResult | undefined) => Decision;

/** An engine whose decision can be changed at any time. */
export class ScriptedEngine implements PermissionEngine {
  decideNow: Decide = () => decisionTo('ask');
  analysed = 0;

  ready(): Promise<void> {
    return Promise.resolve();
  }

  analyse({ toolName, cwd }: Parameters<PermissionEngine['analyse']>[0]): ReturnType<PermissionEngine['analyse']> {
    this.analysed += 1;
    return { version: FACTS_VERSION, toolName, cwd, realDirs: {}, scalars: {}, requiresUserInteraction: false, paths: [] };
  }

  decide(_facts: unknown, context: ToolPermissionContext, toolCheck?: ToolPermissionResult): Decision {
    return this.decideNow(context, toolCheck);
  }

  refusesReading(): boolean {
    return false;
  }

  isReadOnlyCommand(): boolean {
    return false;
  }

  readCommand() {
    return { isDestructive: true, isUnderstood: false };
  }

  isHidden(): boolean {
    return false;
  }
}
