import type { PermissionCall, PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';

/** Everything that allows a call together. */
export interface AllowedNow {
  readonly allowed: boolean;
  /** The rules. */
  readonly texts: string[];
  readonly mode?: PermissionMode;
  /** The additional working directories. */
  readonly folders: string[];
}

/** What in this context allows the call: the rules that its decision names, and the mode and the folders without which it would ask. */
export function allowedNow(call: PermissionCall, context: ToolPermissionContext, engine: PermissionEngine): AllowedNow {
  const decide = (changed: Partial<ToolPermissionContext>) => {
    const within = makePermissionContext({ ...context, ...changed });
    return engine.decide(engine.analyse(call, within), within);
  };
  const isNeeded = (without: Partial<ToolPermissionContext>): boolean => decide(without).behavior !== 'allow';
  const { behavior, trace } = decide({});
  if (behavior !== 'allow') return { allowed: false, texts: [], folders: [] };
  const { mode, additionalWorkingDirectories: added } = context;
  return {
    allowed: true,
    texts: [...new Set(trace.flatMap(({ outcome, rule }) => (outcome === 'allow' && rule ? [rule.text] : [])))],
    ...(mode !== 'default' && isNeeded({ mode: 'default' }) && { mode }),
    folders: added.filter((one) => isNeeded({ additionalWorkingDirectories: added.filter((other) => other !== one) })),
  };
}
