import { z } from 'zod';

/** Permission modes, with Claude Code's names. `bubble` is for sub-agents only: it passes questions to the parent. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions', 'bubble'] as const;

export const permissionModeSchema = z.enum(PERMISSION_MODES);
export type PermissionMode = z.infer<typeof permissionModeSchema>;
