import type { ApiTool } from '#main/model/client.ts';
import { contextWindow } from '#shared/model/context-window.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { TOOL_SEARCH } from '#main/tool/tool-search.ts';
import type { Tool } from '#main/tool/tool.ts';

/** Share of the context window, in percent, above which definitions are deferred. */
const DEFAULT_PERCENT = 10;
/** JSON has more characters per token than dense text and fewer than prose. */
const CHARS_PER_TOKEN = 3.5;

/** `forced`: set by the user, whatever the server supports. */
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

/** MCP tools and tools that opt in, except those that are always loaded, such as ToolSearch. */
export function isDeferrable(tool: Tool): boolean {
  return (tool.shouldDefer || tool.isMcp) && !tool.alwaysLoad && tool.name !== TOOL_SEARCH;
}

export interface DeferralCase {
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
  if (setting.type === 'never' || (!knowsReferences && !setting.forced)) return false;
  if (before) return true;
  if (deferrable.length === 0) return false;
  return setting.type === 'always' || definitionTokens(deferrable.map(toApiTool)) > (contextWindow(model) * setting.percent) / 100;
}

/** Estimated tokens of definitions. */
function definitionTokens(tools: readonly ApiTool[]): number {
  return tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0) / CHARS_PER_TOKEN;
}
