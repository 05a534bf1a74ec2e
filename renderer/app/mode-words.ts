import type { PermissionMode } from '#shared/permission/mode.ts';

/** Name and description of each mode. */
export const MODE_WORDS: Record<PermissionMode, { readonly name: string; readonly detail: string }> = {
  default: { name: 'Ask', detail: 'Reads run; everything else asks unless a rule covers it' },
  acceptEdits: { name: 'Accept edits', detail: 'Edits in the folder run unasked, and rm, mv, cp, mkdir, touch, rmdir, sed -i' },
  plan: { name: 'Plan', detail: 'Reads only; edits are refused' },
  dontAsk: { name: 'Don’t ask', detail: 'What would ask is denied' },
  auto: { name: 'Auto', detail: 'Edits in the folder run; a second model checks the rest and asks you when unsure' },
  bypassPermissions: { name: 'Bypass', detail: 'Everything runs but what a deny or ask rule names' },
  bubble: { name: 'Ask the parent', detail: 'For sub-agents' },
};

/** The modes a user can switch to. */
export const SWITCHABLE_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'auto', 'plan', 'dontAsk'];
