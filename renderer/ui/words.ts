import type { PermissionMode } from '#shared/permission/mode.ts';

/** Name and description of each mode. */
export const MODE_WORDS: Record<PermissionMode, { readonly name: string; readonly detail: string }> = {
  default: { name: 'Ask', detail: 'Reads run without asking; everything else asks unless a rule allows it' },
  acceptEdits: { name: 'Accept edits', detail: 'Edits in the folder run without asking, as do rm, mv, cp, mkdir, touch, rmdir and sed -i' },
  plan: { name: 'Plan', detail: 'Reads only; edits are refused' },
  dontAsk: { name: 'Don’t ask', detail: 'Denies everything that would ask' },
  auto: { name: 'Auto', detail: 'Edits in the folder run; a second model checks the rest and asks you when unsure' },
  bypassPermissions: { name: 'Bypass', detail: 'Everything runs except what a deny or ask rule matches' },
  bubble: { name: 'Ask the parent', detail: 'For sub-agents' },
};

/** Text of the shared components; states and sources have their own tables. */
export const words = {
  close: 'Close',
  outOfReach: 'Gatehouse can’t be reached at the moment',
  onceConnected: 'Shown once the connection is back.',
  mistakeHere: (message: string) => `${message}. This is a bug in Gatehouse. The agent and your files are not affected.`,
  cantBeDrawn: (name: string) => `${name} can’t be drawn`,
  tryAgain: 'Try again',
  copyDetails: 'Copy details',
  dismiss: 'Dismiss',
  notCopied: 'Copying failed',
} as const;
