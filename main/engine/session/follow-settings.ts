import type { AgentSession } from '#main/agent/session/agent-session.ts';
import type { SessionHooks } from '#main/agent/session/session-hooks.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { SettingsStore } from '#main/settings/settings-store.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { SessionPermissions } from './session-permissions.ts';

interface FollowSettingsOptions {
  readonly settings: SettingsStore;
  readonly session: AgentSession;
  readonly permissions: SessionPermissions;
  readonly hooks: SessionHooks;
}

/** Applies changed settings to an open session. Returns the function that stops it. */
export function followSettings({ settings, session, permissions, hooks }: FollowSettingsOptions): () => void {
  let before = settings.current();
  return settings.onChange((after) => {
    session.permissionsChanged();
    // A decision that comes first sorts the rules itself and gets the same error.
    permissions.prepare().catch(() => undefined);
    hooks.settingsChanged(before.layers, after.layers);
    if (losesMode(session.view.mode, before, after)) session.choices.changeMode('default', 'settings');
    before = after;
  });
}

/**
 * Whether an open session has to leave its mode because the folder has lost its trust: only the repository's settings chose a mode in which
 * edits aren't asked about.
 */
function losesMode(mode: PermissionMode, before: LoadedSettings, after: LoadedSettings): boolean {
  const lostTrust = before.trusted && !after.trusted;
  return lostTrust && mode === 'acceptEdits' && before.defaultMode === 'acceptEdits' && after.defaultMode !== 'acceptEdits';
}
