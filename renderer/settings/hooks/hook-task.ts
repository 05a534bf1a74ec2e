import type { HookRow } from '#shared/contract/commands/hook-commands.ts';
import type { SettingsDestination } from '#shared/contract/commands/settings-commands.ts';
import type { RuleSource } from '#shared/permission/rule.ts';

/** A change to a settings file. */
export type HookChange =
  | { readonly type: 'add' }
  | { readonly type: 'change'; readonly hook: HookRow }
  | { readonly type: 'remove'; readonly hook: HookRow };

/** What a person wants to do with a hook. */
export type HookTask = HookChange | { readonly type: 'try'; readonly hook: HookRow };

/** The file that a hook can be changed in; `undefined`: none. */
export function destinationOf(source: RuleSource): SettingsDestination | undefined {
  return source === 'user' || source === 'local' || source === 'project' ? source : undefined;
}
