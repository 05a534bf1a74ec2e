import type { DecisionBehavior, RuleRef } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleBehavior, RuleDestination } from '#shared/permission/rule.ts';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';

/** A decided call out of a session's log, with what deciding it again takes. */
export interface PastCall {
  readonly sessionId: string;
  readonly callId: string;
  /** When it was decided, epoch milliseconds. */
  readonly at: number;
  readonly toolName: string;
  /** One line naming the object: a command, a path. */
  readonly summary: string;
  readonly facts: CallFacts;
  readonly toolCheck: ToolPermissionResult | undefined;
  /** What came of it then. */
  readonly was: DecisionBehavior;
  /** The rules that had a say in it, as they stood then. */
  readonly used: readonly RuleRef[];
  /** A person let it run, this once; `rules` is what “Always allow” would have saved. */
  readonly allowedOnce: { readonly rules: readonly string[]; readonly destination: RuleDestination; readonly label: string } | undefined;
}

/** A rule that was saved from an answer in the permission queue. */
export interface SavedRule {
  readonly behavior: RuleBehavior;
  readonly text: string;
  readonly destination: RuleDestination;
  readonly sessionId: string;
  readonly callId: string;
  readonly at: number;
}
