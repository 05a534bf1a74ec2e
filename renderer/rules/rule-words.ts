import type { RuleBehavior, RuleDestination, RuleSource } from '#shared/permission/rule.ts';

export const BEHAVIOR_WORDS: Record<RuleBehavior, { readonly name: string; readonly heading: string; readonly detail: string }> = {
  deny: { name: 'Deny', heading: 'Denied', detail: 'Checked first. Nothing lifts a deny rule.' },
  ask: { name: 'Ask', heading: 'Always asked', detail: 'Checked second. Asks even where an allow rule matches.' },
  allow: { name: 'Allow', heading: 'Allowed', detail: 'Checked last. Runs without asking.' },
};

export const SOURCE_WORDS: Record<RuleSource, string> = {
  policy: 'Managed',
  cli: 'Command line',
  local: 'This project, only me',
  project: 'This project, everyone',
  user: 'All my projects',
  session: 'This session',
};

export const DESTINATION_WORDS: Record<RuleDestination, string> = {
  session: SOURCE_WORDS.session,
  local: SOURCE_WORDS.local,
  project: SOURCE_WORDS.project,
  user: SOURCE_WORDS.user,
};

export const VERDICT_WORDS: Record<RuleBehavior, string> = { allow: 'Runs', ask: 'Asks', deny: 'Is denied' };

/** Why rules of a source can’t be changed here. */
export const FIXED_WORDS: Partial<Record<RuleSource, string>> = {
  policy: 'Your administrator set this rule. It can’t be changed here.',
  cli: 'This rule was given when Gatehouse was started. It ends with it.',
};
