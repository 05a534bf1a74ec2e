import { AppError } from '#shared/contract/app-error.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolPermissionContext } from '#main/permission/context.ts';

/** @throws AppError `refused` for a mode that isn't available here. */
export function assertModeAvailable(
  mode: PermissionMode,
  {
    isBypassPermissionsModeAvailable,
    isAutoModeAvailable,
  }: Pick<ToolPermissionContext, 'isBypassPermissionsModeAvailable' | 'isAutoModeAvailable'>,
): void {
  if (mode === 'bypassPermissions' && !isBypassPermissionsModeAvailable)
    throw new AppError('refused', 'Bypassing permissions is only possible when it was made available at start.');
  if (mode === 'auto' && !isAutoModeAvailable)
    throw new AppError(
      'refused',
      'Auto mode isn’t available here: it needs a model that can judge calls (an API key or a server of your own), and the settings must not switch it off (disableAutoMode).',
    );
  if (mode === 'bubble') throw new AppError('refused', `The mode “${mode}” isn’t available here.`);
}
