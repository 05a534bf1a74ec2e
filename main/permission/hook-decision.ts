import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionUpdate } from '#shared/permission/permission-update.ts';
import type { Ask } from '#shared/session/ask.ts';
import { makePermissionContext, type ToolPermissionContext } from './context.ts';
import type { PermissionEngine, ToolPermissionResult } from './engine.ts';

/** What PreToolUse hooks decided about a call, before anyone else did. */
export interface HookDecision {
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** Why, in its own words; may be empty. */
  readonly reason: string;
  /** Names the hook and where it comes from: “[Project] ./check.sh”. */
  readonly by: string;
  /** It changed the input: that answers a tool which needs a person to give some. */
  readonly suppliesInput: boolean;
}

/** What a hook answered in a person's place. */
export type HookAnswer =
  | {
      readonly behavior: 'allow';
      readonly by: string;
      readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
      /** What it changes beyond this call. */
      readonly updates: readonly PermissionUpdate[];
    }
  | { readonly behavior: 'deny'; readonly by: string; readonly message: string; readonly endsTurn: boolean };

/** Puts an open question to hooks while it waits. `undefined`: they leave it to whoever is asked. */
export type AskHooks = (ask: Ask, signal: AbortSignal) => Promise<HookAnswer | undefined>;

/**
 * The engine's decision with the hooks' word in it (SPEC G5): “deny” is final; “ask” makes a question of what would run; “allow”
 * takes a question away where bypassing permissions would, so never one of an ask rule, a place nothing may bypass, or a
 * tool that needs a person, unless the hook gave the input a person would have. In plan mode it lifts nothing else.
 */
export function decideWithHook(
  engine: Pick<PermissionEngine, 'decide'>,
  facts: CallFacts,
  context: ToolPermissionContext,
  toolCheck: ToolPermissionResult | undefined,
  decision: HookDecision | undefined,
): Decision {
  const base = engine.decide(facts, context, toolCheck);
  if (!decision) return base;
  switch (decision.behavior) {
    case 'deny':
      return denied(base, decision);
    case 'ask':
      return asked(base, decision, context);
    case 'allow':
      return allowed(engine, base, facts, context, toolCheck, decision);
  }
}

function denied(base: Decision, { by, reason }: HookDecision): Decision {
  const { classifierMayAnswer: _may, ...rest } = base;
  const message = `A hook denied this call${reason === '' ? '.' : `: ${reason}`}`;
  return { ...rest, behavior: 'deny', reason: 'hook', message, trace: [entry('deny', `${by} denied it. ${reason}`)], suggestions: [] };
}

function asked(base: Decision, { by, reason }: HookDecision, { mode }: ToolPermissionContext): Decision {
  const message = `The hook ${by} wants a person to decide.${reason === '' ? '' : ` ${reason}`}`;
  const first = entry('ask', message);
  if (base.behavior === 'deny') return { ...base, trace: [first, ...base.trace] };
  const { classifierMayAnswer: _may, ...rest } = base;
  if (mode === 'dontAsk') {
    const why = `Permission to use this tool has been denied because Gatehouse is running in don't ask mode. ${message}`;
    return {
      ...rest,
      behavior: 'deny',
      reason: 'mode',
      message: why,
      trace: [first, ...base.trace, { layer: 'dialog', outcome: 'deny', detail: why }],
    };
  }
  // A saved rule would change nothing: the hook asks again.
  return { ...rest, behavior: 'ask', reason: 'hook', message, trace: [...base.trace, first], suggestions: [] };
}

function allowed(
  engine: Pick<PermissionEngine, 'decide'>,
  base: Decision,
  facts: CallFacts,
  context: ToolPermissionContext,
  toolCheck: ToolPermissionResult | undefined,
  decision: HookDecision,
): Decision {
  const detail = `${decision.by} allowed it.${decision.reason === '' ? '' : ` ${decision.reason}`}`;
  if (base.behavior === 'allow') return { ...base, trace: [entry('pass', detail), ...base.trace] };
  const answered = decision.suppliesInput && facts.mcp === undefined;
  const lifted = engine.decide(
    answered ? { ...facts, requiresUserInteraction: false } : facts,
    makePermissionContext({ ...context, mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true }),
    toolCheck,
  );
  // What a person would have filled in, and may in plan mode: questions, and the plan that ends it.
  const givesAnswer = answered && facts.requiresUserInteraction;
  if ((context.mode === 'plan' && !givesAnswer) || lifted.behavior !== 'allow') {
    return { ...base, trace: [entry('pass', `${detail} That doesn't count against what decided here.`), ...base.trace] };
  }
  const { classifierMayAnswer: _may, ...rest } = base;
  const heard = base.trace.filter(({ layer }) => layer !== 'dialog');
  return {
    ...rest,
    behavior: 'allow',
    reason: 'hook',
    message: `Allowed by the hook ${decision.by}.`,
    trace: [...heard, entry('allow', detail)],
  };
}

function entry(outcome: TraceEntry['outcome'], detail: string): TraceEntry {
  return { layer: 'hook', outcome, detail: detail.trim() };
}
