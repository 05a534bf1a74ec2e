import type { Decision, DecisionReason, RuleRef } from '#shared/permission/decision.ts';
import type { Ask } from '#shared/session/ask.ts';
import type { AuditRecord, Decider } from './audit-record.ts';

type Fields = Pick<AuditRecord, 'outcome' | 'layer' | 'reason' | 'rules' | 'by' | 'place'>;

/** What made a decision: its layer, its rules and who is behind them. */
export function fieldsOfDecision({ behavior, reason, trace, place }: Decision): Fields {
  const decisive = trace.filter((entry) => entry.outcome === behavior);
  return {
    outcome: reason === 'cancelled' ? 'cancelled' : behavior,
    layer: (decisive.at(-1) ?? trace.at(-1))?.layer ?? null,
    reason,
    rules: distinct(decisive.flatMap(({ rule }) => rule ?? [])),
    by: deciderOf(reason),
    ...(place !== undefined && { place }),
  };
}

/** What made Gatehouse ask. */
export function fieldsOfAsk({ reason, rule }: Ask): Fields {
  return { outcome: 'ask', layer: rule?.behavior ?? null, reason, rules: rule ? [rule] : [], by: rule ? 'rule' : deciderOf(reason) };
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
