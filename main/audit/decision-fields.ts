import type { Decision, DecisionReason, RuleRef } from '#shared/permission/decision.ts';
import type { Ask } from '#shared/session/ask.ts';
import type { AuditAnswer, AuditOutcome, AuditRecord, Decider } from './audit-record.ts';

type Fields = Pick<AuditRecord, 'outcome' | 'layer' | 'reason' | 'rules' | 'by' | 'place'>;

/** What made a decision: its layer, its rules and who is behind them. */
export function fieldsOfDecision(decision: Decision, answer: AuditAnswer | null): Fields {
  const { behavior, reason, trace } = decision;
  const decisive = trace.filter((entry) => entry.outcome === behavior);
  return {
    outcome: reason === 'cancelled' ? 'cancelled' : behavior,
    layer: (decisive.at(-1) ?? trace.at(-1))?.layer ?? null,
    reason,
    rules: distinct(decisive.flatMap(({ rule }) => rule ?? [])),
    by: isPersonsAnswer(behavior, answer) ? 'person' : deciderOf(reason),
    ...(decision.place !== undefined && { place: decision.place }),
  };
}

/** What made Gatehouse ask. */
export function fieldsOfAsk({ reason, rule }: Ask): Fields {
  return { outcome: 'ask', layer: rule?.behavior ?? null, reason, rules: rule ? [rule] : [], by: rule ? 'rule' : deciderOf(reason) };
}

/** "Always allow" saves a rule, which then decides; the decider is still the person. */
function isPersonsAnswer(outcome: AuditOutcome, answer: AuditAnswer | null): boolean {
  if (answer?.by !== 'person') return false;
  return outcome === (answer.type === 'deny' ? 'deny' : 'allow');
}

function deciderOf(reason: DecisionReason): Decider {
  return DECIDER_OF[reason] ?? 'gatehouse';
}

const DECIDER_OF: Partial<Record<DecisionReason, Decider>> = {
  rule: 'rule',
  mode: 'mode',
  user: 'person',
  dispatcher: 'dispatcher',
  cancelled: 'interrupt',
  hook: 'hook',
  classifier: 'classifier',
};

function distinct(rules: readonly RuleRef[]): RuleRef[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
