import type { RuleSource } from '#shared/permission/rule.ts';

const UNTRUSTED = 'This folder isn’t trusted yet, so what its repository allows has no effect.';
const CHANGED = 'The folder’s settings changed since you trusted it, so what its repository allows has no effect.';
export const MANAGED_ONLY = 'Only your administrator’s allow rules count.';

/** Why an allow rule of a source has no effect; `undefined` when it has. */
export function ruleInertness(
  { source, fromRepository }: { readonly source: RuleSource; readonly fromRepository: boolean },
  state: {
    readonly trusted: boolean;
    readonly wasTrusted?: boolean;
    readonly lockdown: string | undefined;
    readonly managedRulesOnly: boolean;
  },
): string | undefined {
  if (state.lockdown !== undefined) return state.lockdown;
  if (state.managedRulesOnly && source !== 'policy') return MANAGED_ONLY;
  if (!fromRepository || state.trusted) return undefined;
  return state.wasTrusted === true ? CHANGED : UNTRUSTED;
}
