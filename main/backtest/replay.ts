import type { Replay, ReplayedCall } from '#shared/contract/rule-sets.ts';
import type { DecisionBehavior } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { decide } from '#main/permission/decide.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PastCall } from './past-call.ts';

export interface ReplayJob {
  /** With the rules to decide by. */
  readonly context: ToolPermissionContext;
  /** For all calls; `undefined`: each call's own. */
  readonly mode: PermissionMode | undefined;
}

/** Calls decided between two pauses. */
const AT_ONCE = 200;
const MAX_MESSAGE_CHARS = 300;

/** Decides the calls of one session again. Of two decisions about one call the later counts. `pause` may throw to cancel. */
export async function replay(calls: readonly PastCall[], { context, mode }: ReplayJob, pause: () => Promise<void>): Promise<Replay> {
  const contexts = new Map<PermissionMode, ToolPermissionContext>();
  const contextIn = (wanted: PermissionMode): ToolPermissionContext => {
    const made = contexts.get(wanted) ?? inMode(context, wanted);
    contexts.set(wanted, made);
    return made;
  };
  const replayed = new Map<string, ReplayedCall>();
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    const { behavior, message, trace } = decide(call.facts, contextIn(mode ?? call.mode), call.toolCheck);
    const rule = trace.findLast(({ outcome }) => outcome === behavior)?.rule;
    replayed.set(call.callId, {
      callId: call.callId,
      was: decidedThen(call),
      now: behavior,
      ...(rule && { rule }),
      message: message.slice(0, MAX_MESSAGE_CHARS),
    });
  }
  return { calls: [...replayed.values()] };
}

function inMode(context: ToolPermissionContext, mode: PermissionMode): ToolPermissionContext {
  // What would ask counts as asking, and a mode that was on then is available.
  const available = mode === 'bypassPermissions' ? { isBypassPermissionsModeAvailable: true } : {};
  return makePermissionContext({ ...context, mode, shouldAvoidPermissionPrompts: false, ...available });
}

/** Without the answers of people and of those who answer for them: a classifier, or the absence of anyone to ask. */
function decidedThen({ asked, reason, was }: PastCall): DecisionBehavior {
  return asked || reason === 'classifier' || reason === 'promptsAvoided' ? 'ask' : was;
}
