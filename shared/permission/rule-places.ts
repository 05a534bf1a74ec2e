import type { RuleSource } from './rule.ts';

/** Where rules are from, as window and command line say it. */
export const RULE_PLACES: Readonly<Record<RuleSource, string>> = {
  policy: 'your administrator’s settings',
  cli: 'the command line',
  local: 'your rules for this project',
  project: 'this project’s shared rules',
  user: 'your rules for all projects',
  plugin: 'a plugin',
  session: 'this session',
};
