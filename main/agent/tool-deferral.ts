import type { ApiTool } from '#main/model/client.ts';
import { contextWindow } from '#shared/model/context-window.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { TOOL_SEARCH } from '#main/tool/tool-search.ts';
import type { Tool } from '#main/tool/tool.ts';

/** Percent of the context window that definitions may take before they are deferred. */
const DEFAULT_PERCENT = 10;
/** JSON has more characters to a token than dense text and fewer than prose. */
const CHARS_PER_TOKEN = 3.5;

/** `forced`: the user said so, whatever the server knows. */
export type DeferralSetting =
  | { readonly type: 'never' }
  | { readonly type: 'always'; readonly forced: true }
  | { readonly type: 'past'; readonly percent: number; readonly forced: boolean };

/** `ENABLE_TOOL_SEARCH`: `true`, `auto`, `auto:N` (percent of the context window) or `false`; anything else counts as unset. */
export function deferralSetting(env: NodeJS.ProcessEnv): DeferralSetting {
  const text = env['ENABLE_TOOL_SEARCH']?.trim().toLowerCase() ?? '';
  if (text === 'true') return { type: 'always', forced: true };
  if (text === 'false') return { type: 'never' };
  const percent = /^auto(?::(\d{1,3}))?$/.exec(text);
  if (!percent) return { type: 'past', percent: DEFAULT_PERCENT, forced: false };
  return { type: 'past', percent: percent[1] === undefined ? DEFAULT_PERCENT : Number(percent[1]), forced: true };
}

/** Tools of MCP servers and those that ask for it; never one that is always loaded, ToolSearch itself above all. */
export function isDeferrable(tool: Tool): boolean {
  return (tool.shouldDefer || tool.isMcp) && !tool.alwaysLoad && tool.name !== TOOL_SEARCH;
}

export interface DeferralCase {
  readonly setting: DeferralSetting;
  readonly model: string;
  /** What could be deferred. */
  readonly deferrable: readonly Tool[];
  readonly knowsReferences: boolean;
  /** Tools were deferred earlier in this conversation. It stays so: to change its mind again would cost the prompt cache each time. */
  readonly before: boolean;
}

/** Whether tools are deferred in the next request (SPEC R5). */
export function isDeferring({ setting, model, deferrable, knowsReferences, before }: DeferralCase): boolean {
  if (setting.type === 'never' || (!knowsReferences && !setting.forced)) return false;
  if (before) return true;
  if (deferrable.length === 0) return false;
  return setting.type === 'always' || definitionTokens(deferrable.map(toApiTool)) > (contextWindow(model) * setting.percent) / 100;
}

/** An estimate of what definitions take in the context. */
function definitionTokens(tools: readonly ApiTool[]): number {
  return tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0) / CHARS_PER_TOKEN;
}
