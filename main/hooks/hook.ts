import type { RuleSource } from '#shared/permission/rule.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';

/** Display name of a handler: its command line, or its URL without the password. */
export function hookName({ type, command, args, url }: HookHandlerSettings): string {
  if (type === 'command') return [command, ...(args ?? [])].join(' ');
  return url?.replace(/^([^/]*:\/\/)[^/?#]*@/u, '$1…@') ?? type;
}

/** Whether it runs asynchronously: the work doesn't wait for it. */
export function isAsync({ type, async, asyncRewake }: HookHandlerSettings): boolean {
  return type === 'command' && (async === true || asyncRewake === true);
}

/** Handlers that are equal apart from their source run once. */
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

/** “[Project] ./check.sh”, as shown in prompts and notices. */
export function hookLabel({ source, handler }: ConfiguredHook): string {
  const name = hookName(handler);
  return `[${SOURCE_LABELS[source]}] ${name.length > 120 ? `${name.slice(0, 120).toWellFormed()}…` : name}`;
}
