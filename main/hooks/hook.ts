import type { RuleSource } from '#shared/permission/rule.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';

/** What a handler does, for people: its command line or its address, a password in that left out. */
export function hookName({ type, command, args, url }: HookHandlerSettings): string {
  if (type === 'command') return [command, ...(args ?? [])].join(' ');
  return url?.replace(/^([^/]*:\/\/)[^/?#]*@/u, '$1…@') ?? type;
}

/** Runs beside the work, which doesn't wait for it. */
export function isAsync({ type, async, asyncRewake }: HookHandlerSettings): boolean {
  return type === 'command' && (async === true || asyncRewake === true);
}

/** Handlers that are equal in everything but where they stand run once. */
export function hookKey({ handler: { timeout: _timeout, statusMessage: _statusMessage, ...handler } }: ConfiguredHook): string {
  return JSON.stringify(Object.entries(handler).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const SOURCE_LABELS: Readonly<Record<RuleSource, string>> = {
  policy: 'Managed',
  cli: 'Command line',
  local: 'Local',
  project: 'Project',
  user: 'User',
  session: 'Session',
};

/** “[Project] ./check.sh”, as prompts and notices name a hook. */
export function hookLabel({ source, handler }: ConfiguredHook): string {
  const name = hookName(handler);
  return `[${SOURCE_LABELS[source]}] ${name.length > 120 ? `${name.slice(0, 120).toWellFormed()}…` : name}`;
}
