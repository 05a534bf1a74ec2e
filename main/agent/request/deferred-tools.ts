import { systemReminder } from '#main/tool/own-tags.ts';
import { readVariable } from '#main/environment.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { ApiTool } from '#main/model/client.ts';
import { contextWindow } from '#shared/model/models.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { TOOL_SEARCH } from '#main/tool/tool-search.ts';
import { reminderEvent } from '../session/prompt.ts';
import { isToolUse } from './blocks.ts';
import type { Transcript } from './transcript.ts';

/** Share of the context window, in percent, above which definitions are deferred. */
const DEFAULT_PERCENT = 10;
/** JSON has more characters per token than dense text and fewer than prose. */
const CHARS_PER_TOKEN = 3.5;

/** `forced`: set by the user, whatever the server supports. */
type DeferralSetting =
  | { readonly type: 'never' }
  | { readonly type: 'always'; readonly forced: true }
  | { readonly type: 'past'; readonly percent: number; readonly forced: boolean };

/** `ENABLE_TOOL_SEARCH`: `true`, `auto`, `auto:N` (percent of the context window) or `false`; anything else counts as unset. */
export function deferralSetting(env: NodeJS.ProcessEnv): DeferralSetting {
  const text = readVariable(env, 'ENABLE_TOOL_SEARCH') ?? '';
  if (text === 'true') return { type: 'always', forced: true };
  if (text === 'false') return { type: 'never' };
  const percent = /^auto(?::(\d{1,3}))?$/.exec(text);
  if (!percent) return { type: 'past', percent: DEFAULT_PERCENT, forced: false };
  return { type: 'past', percent: percent[1] === undefined ? DEFAULT_PERCENT : Number(percent[1]), forced: true };
}

/** MCP tools and tools that opt in, except those that are always loaded, such as ToolSearch. */
export function isDeferrable(tool: Tool): boolean {
  return (tool.shouldDefer || tool.isMcp) && !tool.alwaysLoad && tool.name !== TOOL_SEARCH;
}

/** Whether tools may be deferred at all: the setting and the server allow it. */
export function maySearch(setting: DeferralSetting, knowsReferences: boolean): boolean {
  return setting.type !== 'never' && (knowsReferences || setting.forced);
}

interface DeferralCase {
  readonly setting: DeferralSetting;
  readonly model: string;
  /** Tools that may be deferred. */
  readonly deferrable: readonly Tool[];
  readonly knowsReferences: boolean;
  /** Whether tools were deferred earlier in this conversation. Deferral then stays on, since each switch would cost the prompt cache. */
  readonly before: boolean;
}

/** Whether tools are deferred in the next request (SPEC R5). */
export function isDeferring({ setting, model, deferrable, knowsReferences, before }: DeferralCase): boolean {
  if (setting.type === 'never' || !maySearch(setting, knowsReferences)) return false;
  if (before) return true;
  if (deferrable.length === 0) return false;
  return setting.type === 'always' || definitionTokens(deferrable.map(toApiTool)) > (contextWindow(model) * setting.percent) / 100;
}

/** Estimated tokens of definitions. */
function definitionTokens(tools: readonly ApiTool[]): number {
  return tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0) / CHARS_PER_TOKEN;
}

type DeferredToolNames = NonNullable<EventBody<'user.message'>['deferredTools']>;

/** Whether the part of the conversation that the model still has announces deferred tools. */
export function announcesDeferredTools(transcript: Transcript): boolean {
  return transcript.entries.some((entry) => entry.role === 'user' && entry.deferredTools !== undefined);
}

/** Names of the tools loaded by searches, in loading order. */
export function loadedToolNames(transcript: Transcript): string[] {
  const names = new Set<string>();
  for (const entry of transcript.entries) {
    if (entry.role === 'user') continue;
    for (const { id } of entry.blocks.filter(isToolUse)) {
      const content = transcript.results.get(id)?.content;
      if (content === undefined || typeof content === 'string') continue;
      for (const block of content) if (block.type === 'tool_reference') names.add(block.tool_name);
    }
  }
  return [...names];
}

/**
 * Announces new deferred tools, and tools that no longer exist. Appended once at the end of the conversation, so that the prefix stays
 * the same. Empty when there is nothing new.
 */
export function deferralReminder(transcript: Transcript, deferred: readonly Tool[], pool: readonly Tool[]): NewSessionEvent[] {
  const announced = announcedToolNames(transcript);
  const there = new Set(pool.map(({ name }) => name));
  const added = deferred.map(({ name }) => name).filter((name) => !announced.has(name));
  const gone = [...announced].filter((name) => !there.has(name));
  if (added.length === 0 && gone.length === 0) return [];
  return [reminderEvent(reminderText({ added, gone }), { deferredTools: { added, gone } })];
}

function announcedToolNames(transcript: Transcript): Set<string> {
  const names = new Set<string>();
  for (const entry of transcript.entries) {
    if (entry.role !== 'user' || !entry.deferredTools) continue;
    for (const name of entry.deferredTools.added) names.add(name);
    for (const name of entry.deferredTools.gone) names.delete(name);
  }
  return names;
}

function reminderText({ added, gone }: DeferredToolNames): string {
  const parts = [
    ...(added.length === 0
      ? []
      : [
          `These tools can be used, but only their names are given here:\n${list(added)}\nLoad those you need with ToolSearch before you call them.`,
        ]),
    ...(gone.length === 0 ? [] : [`These tools are not available any more:\n${list(gone)}`]),
  ];
  return systemReminder(parts.join('\n'));
}

/** Limit in characters: a server may define thousands of tools. */
const MAX_LIST_CHARS = 20_000;

function list(names: readonly string[]): string {
  let chars = 0;
  const shown = names.filter((name) => (chars += name.length + 1) <= MAX_LIST_CHARS);
  const left = names.length - shown.length;
  return left === 0 ? shown.join('\n') : `${shown.join('\n')}\n… and ${left} more, to be found by words`;
}
