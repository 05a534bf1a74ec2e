import { systemReminder } from '#main/tool/own-tags.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import type { HookEvent, HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { firstLine, shorten } from '#shared/shorten.ts';

/** Limit on each output stream and on a response body; a hook that exceeds it is killed. */
export const MAX_HOOK_OUTPUT_BYTES = 4 * 1024 * 1024;

/** How a hook ended, before its output is interpreted. */
export type HookRun =
  | { readonly type: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly type: 'answered'; readonly status: number; readonly body: string }
  /** A model or an agent has judged the event. `text`: its whole answer. */
  | { readonly type: 'judged'; readonly ok: boolean; readonly reason: string; readonly impossible: boolean; readonly text: string }
  | { readonly type: 'timed_out'; readonly stdout: string; readonly stderr: string }
  /** The work it was checking was aborted. */
  | { readonly type: 'cancelled' }
  /** It could not be run, crashed, or printed too much. `why` completes a sentence: “it was ended by SIGSEGV”. */
  | { readonly type: 'broke'; readonly why: string; readonly stdout: string; readonly stderr: string };

/** The end of a hook that never gave an answer. `why` as in `HookRun`. */
export function brokenRun(why: string): Extract<HookRun, { type: 'broke' }> {
  return { type: 'broke', why, stdout: '', stderr: '' };
}

/** Display name of a handler: its command line, its URL without the password, its tool, or the start of its prompt. */
export function hookName({ type, command, args, url, server, tool, prompt = '' }: HookHandlerSettings): string {
  if (type === 'command') return [command, ...(args ?? [])].join(' ');
  if (type === 'mcp_tool') return `${server} › ${tool}`;
  if (type === 'prompt' || type === 'agent') return `${type}: ${firstLine(prompt)}`;
  return url?.replace(/^([^/]*:\/\/)[^/?#]*@/u, '$1…@') ?? type;
}

/** Whether it runs asynchronously: the work doesn't wait for it. */
export function isAsync({ type, async, asyncRewake }: HookHandlerSettings): boolean {
  return type === 'command' && (async === true || asyncRewake === true);
}

/** Handlers that are equal apart from their source run once. In two plugins, equal lines mean different files. */
export function hookKey({ handler: { timeout: _timeout, statusMessage: _statusMessage, ...handler }, plugin }: ConfiguredHook): string {
  return (plugin?.id ?? '') + JSON.stringify(Object.entries(handler).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const SOURCE_LABELS: Readonly<Record<RuleSource, string>> = {
  policy: 'Managed',
  cli: 'Command line',
  local: 'Local',
  project: 'Project',
  user: 'User',
  plugin: 'Plugin',
  session: 'Session',
};

/** “[Project] ./check.sh”, as shown in prompts and notices. */
export function hookLabel({ source, handler }: ConfiguredHook): string {
  const name = hookName(handler);
  return `[${SOURCE_LABELS[source]}] ${shorten(name, 120)}`;
}

/** Text of a hook as a reminder for the model, which the text can't close. */
export function hookReminder(event: HookEvent, text: string): string {
  return systemReminder(`${event} hook: ${text}`);
}
