import type { Replay, ReplayedCall } from '#shared/contract/rule-sets.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PastCall } from './past-call.ts';
import { decidedThen, PastDecider } from './past-decider.ts';

export interface ReplayJob {
  /** With the rules to decide by. */
  readonly context: ToolPermissionContext;
  /** With the rules in force alone, to tell apart what `context` adds to them. */
  readonly without: ToolPermissionContext | undefined;
  /** For all calls; `undefined`: each call's own. */
  readonly mode: PermissionMode | undefined;
}

/** Calls decided between two pauses. */
const AT_ONCE = 200;
const MAX_MESSAGE_CHARS = 300;

/** Decides the calls of one session again. Of two decisions about one call the later counts. `pause` may throw to cancel. */
export async function replay(
  calls: readonly PastCall[],
  { context, without, mode }: ReplayJob,
  pause: () => Promise<void>,
): Promise<Replay> {
  const decider = new PastDecider(context, mode);
  const inForce = without && new PastDecider(without, mode);
  const replayed = new Map<string, ReplayedCall>();
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    const { behavior, message, trace } = decider.decide(call);
    const rule = trace.findLast(({ outcome }) => outcome === behavior)?.rule;
    replayed.set(call.callId, {
      callId: call.callId,
      was: decidedThen(call),
      ...(inForce && { without: inForce.decide(call).behavior }),
      now: behavior,
      ...(rule && { rule }),
      message: message.slice(0, MAX_MESSAGE_CHARS),
    });
  }
  return { calls: [...replayed.values()] };
}
