import type { PermissionMode } from '#shared/permission/mode.ts';
import { closeToast, showToast } from '../ui/overlays/toast.tsx';
import { MODE_WORDS } from '../ui/words.ts';
import { words } from './mode-notice-words.ts';

/** How much runs without a question. */
const REACH: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  dontAsk: 1,
  default: 1,
  bubble: 1,
  acceptEdits: 2,
  auto: 3,
  bypassPermissions: 4,
};
const ASKS = REACH.default;

/** Each change replaces the notice of the one before. */
const TOAST = 'mode';

/** Says what runs without a question since the person changed the mode, if that is more. `undo`: unless the mode before isn't known. */
export function noteMode(before: PermissionMode | undefined, now: PermissionMode, undo: (before: PermissionMode) => void): void {
  const isWider = REACH[now] > (before === undefined ? ASKS : Math.max(ASKS, REACH[before]));
  if (!isWider) return closeToast(TOAST);
  showToast({
    kind: TOAST,
    title: words.modeIs(MODE_WORDS[now].name),
    detail: MODE_WORDS[now].detail,
    ...(before !== undefined && { action: { label: words.undo, run: () => undo(before) } }),
  });
}
