import type { Decision, DecisionBehavior } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { decide } from '#main/permission/decide.ts';
import { decideWithHook } from '#main/permission/hook-decision.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PastCall } from './past-call.ts';

/** Decides past calls with one set of rules, each in the mode that it was made in. */
export class PastDecider {
  readonly #context: ToolPermissionContext;
  readonly #mode: PermissionMode | undefined;
  readonly #byMode = new Map<PermissionMode, ToolPermissionContext>();

  /** `mode`: for all calls, instead of each one's own. */
  constructor(context: ToolPermissionContext, mode?: PermissionMode) {
    this.#context = context;
    this.#mode = mode;
  }

  /** What hooks and the classifier said then about what is still left to them, they say again. */
  decide(call: PastCall): Decision {
    const decision = decideWithHook({ decide }, call.facts, this.#in(this.#mode ?? call.mode), call.toolCheck, call.hook);
    // In the words of the time, with the hook's name.
    if (call.hook && decision.reason === 'hook') return { ...decision, message: call.hook.reason };
    const isJudged = decision.behavior === 'ask' && decision.classifierMayAnswer === true && call.reason === 'classifier' && !call.asked;
    return isJudged ? { ...decision, behavior: call.was } : decision;
  }

  #in(mode: PermissionMode): ToolPermissionContext {
    const made = this.#byMode.get(mode) ?? inMode(this.#context, mode);
    this.#byMode.set(mode, made);
    return made;
  }
}

function inMode(context: ToolPermissionContext, mode: PermissionMode): ToolPermissionContext {
  // Past calls need nobody to answer: what would ask counts as asking. A mode that was on then is available.
  return makePermissionContext({
    ...context,
    mode,
    shouldAvoidPermissionPrompts: false,
    isBypassPermissionsModeAvailable: mode === 'bypassPermissions' || context.isBypassPermissionsModeAvailable,
    isAutoModeAvailable: mode === 'auto' || context.isAutoModeAvailable,
  });
}

/** Without the answers of people, or the absence of anyone to ask. */
export function decidedThen({ asked, reason, was }: Pick<PastCall, 'asked' | 'reason' | 'was'>): DecisionBehavior {
  return asked || reason === 'promptsAvoided' ? 'ask' : was;
}
