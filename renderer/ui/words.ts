import type { Risk } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { CallRow } from '#shared/session/view.ts';

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

export const STATE_WORDS: Readonly<Record<CallRow['state'], string>> = {
  queued: 'Queued',
  waiting: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  denied: 'Denied',
  cancelled: 'Cancelled',
};

/** The state of a call: what ran was stopped, what never ran was cancelled. */
export function stateWord({ state, startedAt }: { readonly state: CallRow['state']; readonly startedAt?: number | undefined }): string {
  return state === 'cancelled' && startedAt !== undefined ? 'Stopped' : STATE_WORDS[state];
}

export const RISK_WORDS: Readonly<Record<Risk, string>> = {
  read: 'Reads',
  write: 'Writes',
  execute: 'Runs code',
  network: 'Network',
  secrets: 'Secrets',
  destructive: 'Destructive',
};

/** Text of the shared components; states and sources have their own tables. */
export const words = {
  loading: 'Loading',
  close: 'Close',
  clear: 'Clear',
  disconnected: 'Gatehouse can’t be reached at the moment',
  onceConnected: 'Shown once the connection is back.',
  bugIn: (message: string) => `${message}. This is a bug in Gatehouse. The agent and your files are not affected.`,
  cantBeShown: (name: string) => `${name} can’t be shown`,
  tryAgain: 'Try again',
  copyDetails: 'Copy details',
  dismiss: 'Dismiss',
  notCopied: 'Copying failed',
} as const;
