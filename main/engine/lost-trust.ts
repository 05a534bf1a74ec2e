import type { InstructionFile } from '#main/agent/system-prompt/instructions.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';

/**
 * Whether an open session has to leave its mode because the folder has lost its trust: only the repository's settings chose a mode in which
 * edits aren't asked about.
 */
export function losesMode(mode: PermissionMode, before: LoadedSettings, after: LoadedSettings): boolean {
  const lostTrust = before.trusted && !after.trusted;
  return lostTrust && mode === 'acceptEdits' && before.defaultMode === 'acceptEdits' && after.defaultMode !== 'acceptEdits';
}

/**
 * The instruction files that auto mode's classifier follows: the trusted ones of those the session was opened with; the user's own once the
 * folder has lost its trust. `readAgain` reads the files as of now.
 */
export function trustedInstructions(
  settings: () => Pick<LoadedSettings, 'trusted'>,
  files: readonly InstructionFile[],
  readAgain: () => readonly InstructionFile[],
): () => readonly InstructionFile[] {
  const wasTrusted = settings().trusted;
  const atStart = files.filter(({ trusted }) => trusted);
  let own: readonly InstructionFile[] | undefined;
  return () => {
    if (settings().trusted || !wasTrusted) return atStart;
    own ??= readAgain().filter(({ trusted }) => trusted);
    return own;
  };
}
