import { readVariable } from '#main/environment.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';

/** Root can reach everything on the machine, so bypassing requires a sandbox around it (as in Claude Code). */
export function mayBypassHere(env: NodeJS.ProcessEnv, uid: number | undefined = process.getuid?.()): boolean {
  return uid !== 0 || readVariable(env, 'IS_SANDBOX');
}

/** Whether `bypassPermissions` is available: the user asked for it at start, and nothing forbids it. */
export function isBypassAvailable(settings: LoadedSettings, env: NodeJS.ProcessEnv): boolean {
  return settings.defaultMode === 'bypassPermissions' && !settings.bypassDisabled && mayBypassHere(env);
}

/** Whether `auto` is available: a model can classify calls, and nothing forbids it. */
export function isAutoAvailable(settings: LoadedSettings, client: ModelClient): boolean {
  return autoRefusal(settings, client) === undefined;
}

/** Why `auto` is unavailable, for people; `undefined` when it is available. */
export function autoRefusal(settings: Pick<LoadedSettings, 'autoDisabled'>, client: ModelClient): string | undefined {
  if (settings.autoDisabled) return 'Switched off by the settings (disableAutoMode)';
  if (client.canClassify?.()) return undefined;
  return client.kind === 'scripted' ? 'This script has no “classifier” list' : 'Needs a model: enter a key or a server first';
}

/** The mode a session starts in: the configured one, or `default` when that is unavailable. `auto` needs a client that can classify. */
export function startMode(settings: LoadedSettings, env: NodeJS.ProcessEnv, client: ModelClient): PermissionMode {
  const { defaultMode } = settings;
  if (defaultMode === 'bypassPermissions' && !isBypassAvailable(settings, env)) return 'default';
  if (defaultMode === 'auto' && !isAutoAvailable(settings, client)) return 'default';
  return defaultMode;
}
