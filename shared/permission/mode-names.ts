import type { PermissionMode } from './mode.ts';

/** The modes as people read them everywhere; settings files and the model have the keys. */
export const MODE_NAMES: Readonly<Record<PermissionMode, string>> = {
  default: 'Ask',
  acceptEdits: 'Accept edits',
  plan: 'Plan',
  dontAsk: 'Don’t ask',
  auto: 'Auto',
  bypassPermissions: 'Bypass',
  bubble: 'Ask the parent',
};

/** Of a mode as a file or a record has it, with its key: “Accept edits (acceptEdits)”. `undefined` if there is no such mode. */
export function nameWithKey(mode: unknown): string | undefined {
  const [key, name] = Object.entries(MODE_NAMES).find(([one]) => one === mode) ?? [];
  return key === undefined ? undefined : `${name} (${key})`;
}
