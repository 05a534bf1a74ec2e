import type { RuleEntry } from '#shared/permission/rule.ts';
import type { ToolPermissionContext } from '../tool-permission-context.ts';

/** An allow rule that has no effect now, such as one of a folder that isn't trusted. */
export type InertRule = RuleEntry & { readonly inert: string };

function isInertAllow(rule: RuleEntry): rule is InertRule {
  return rule.behavior === 'allow' && rule.inert !== undefined;
}

const asIfCounted = new WeakMap<ToolPermissionContext, ToolPermissionContext>();

/** The context as if its inert allow rules counted, to say which one would allow a call; undefined without any. Never for decisions. */
export function withInertRules(context: ToolPermissionContext): ToolPermissionContext | undefined {
  const known = asIfCounted.get(context);
  if (known) return known;
  if (!context.rules.some(isInertAllow)) return undefined;
  const made = { ...context, rules: context.rules.map((rule) => (isInertAllow(rule) ? counting(rule) : rule)) };
  asIfCounted.set(context, made);
  return made;
}

function counting(rule: InertRule): RuleEntry {
  const { inert: _inert, ...counted } = rule;
  return counted;
}

/** The first inert allow rule that is meant. */
export function inertRule(context: ToolPermissionContext, named: (rule: RuleEntry) => boolean): InertRule | undefined {
  return context.rules.filter(isInertAllow).find(named);
}
