import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionUpdate, UnseenLine } from '#shared/permission/permission-update.ts';
import type { GivenAnswer } from '#shared/session/ask.ts';
import { unseenRuleText } from '../suggest/suggest-command-rule.ts';

/** The permission updates an answer carries. `facts`: of the call as it was shown, and whether its card offered to allow it unseen. */
export function updatesOf(
  answer: GivenAnswer,
  { toolName, cwd, shell }: CallFacts,
  mayAllowUnseen: boolean,
): readonly (PermissionUpdate | UnseenLine)[] {
  switch (answer.type) {
    case 'allow_unseen': {
      const rule = shell && mayAllowUnseen ? unseenRuleText(toolName, shell.line) : undefined;
      return rule === undefined ? [] : [{ type: answer.type, rule, folder: cwd }];
    }
    case 'allow_always':
      return [{ type: 'add_rules', behavior: 'allow', rules: answer.rules, destination: answer.destination }];
    case 'set_mode':
    case 'add_directories':
      return [answer];
    case 'allow_and_update':
      return answer.updates;
    default:
      return [];
  }
}
