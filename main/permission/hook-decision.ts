import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionUpdate } from '#shared/permission/permission-update.ts';
import type { Ask } from '#shared/session/ask.ts';
import { shorten } from '#shared/shorten.ts';
import { makePermissionContext, type ToolPermissionContext } from './tool-permission-context.ts';
import type { PermissionEngine, ToolPermissionResult } from './permission-engine.ts';

/** What PreToolUse hooks decided about a call, before rules and people. */
export interface HookDecision {
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** The hook's own reason; may be empty. */
  readonly reason: string;
  /** Names the hook and where it comes from: “[Project] ./check.sh”. */
  readonly by: string;
  /** It changed the input, which serves as the answer for a tool that needs a person's input. */
  readonly suppliesInput: boolean;
}

/** A hook's answer to an open question. */
export type HookAnswer =
  | {
      readonly behavior: 'allow';
      readonly by: string;
      readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
      /** Permission updates that outlast this call. */
      readonly updates: readonly PermissionUpdate[];
    }
  | { readonly behavior: 'deny'; readonly by: string; readonly message: string; readonly endsTurn: boolean };

/** Asks hooks about an open question while it waits. `undefined`: they leave it open. */
export type AskHooks = (ask: Ask, signal: AbortSignal) => Promise<HookAnswer | undefined>;

/**
 * Applies the hooks' decision to the engine's (SPEC G5). “deny” is final; “ask” turns what would run into a question. “allow” removes a
 * question where bypassing permissions would, so never that of an ask rule, of a location nothing may bypass, or of a tool that needs a
 * person unless the hook supplied the input a person would have. In plan mode it lifts nothing else.
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
  const name = shorten(by, MAX_NAME);
  const message = reason === '' ? `The hook ${name} asks you to decide.` : `A hook asks you to decide: ${asSentence(reason)} Hook: ${name}`;
  const first = entry('ask', `The hook ${by} asks you to decide. ${reason}`);
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
  // No suggestions: a saved rule would change nothing, since the hook asks again.
  return { ...rest, behavior: 'ask', reason: 'hook', message, trace: [...base.trace, first], suggestions: [] };
}

/** Of a hook that is a long command, in a message. */
const MAX_NAME = 60;

function asSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
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
  // Input a person would have filled in, which plan mode permits: answers to questions, and the plan that ends the mode.
  const givesAnswer = answered && facts.requiresUserInteraction;
  if ((context.mode === 'plan' && !givesAnswer) || lifted.behavior !== 'allow') {
    return { ...base, trace: [entry('pass', `${detail} What decided below has priority.`), ...base.trace] };
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
