import type { PermissionUpdate } from '#shared/permission/permission-update.ts';
import type { GivenAnswer } from '#shared/session/ask.ts';

/** The permission updates an answer carries. */
export function updatesOf(answer: GivenAnswer): readonly PermissionUpdate[] {
  switch (answer.type) {
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
