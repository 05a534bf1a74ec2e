import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ApiTool } from '#main/model/client.ts';
import type { DeferredTool } from '#main/tool/context.ts';
import { cacheBreakpoint } from '#main/tool/registry.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { TOOL_SEARCH } from '#main/tool/tool-search.ts';
import type { Tool } from '#main/tool/tool.ts';
import { deferralReminder, loadedToolNames, announcesDeferredTools } from './deferred-tools.ts';
import { deferralSetting, isDeferrable, isDeferring } from './tool-deferral.ts';
import type { Transcript } from './transcript.ts';

export interface RequestToolsInput {
  /** What the model may know about, ToolSearch included where it isn't denied. */
  readonly pool: readonly Tool[];
  readonly transcript: Transcript;
  readonly model: string;
  /** For `ENABLE_TOOL_SEARCH`. */
  readonly env: NodeJS.ProcessEnv;
  /** The server takes `tool_reference` blocks. */
  readonly knowsReferences: boolean;
}

export interface RequestTools {
  /** What can be called: all of the pool, loaded or not; ToolSearch only where there is something to load. */
  readonly pool: readonly Tool[];
  /** Those of the pool that are deferred. */
  readonly deferred: readonly DeferredTool[];
  /** As the request names them, with the cache breakpoint on the last built-in that is sent whole (SPEC R3). */
  readonly tools: ApiTool[];
  /** Tools that a `tool_reference` may name in this request; elsewhere it is put into words. */
  readonly referable: ReadonlySet<string>;
  /** To be appended before the request is built. */
  readonly reminders: readonly NewSessionEvent[];
}

/**
 * What one request says about tools (SPEC R3–R5). The tools sent whole come first and stay put; loaded ones follow in the order they
 * were loaded. With a server that knows references these are no part of the cached prefix; else the prefix up to the last built-in
 * holds, and what follows is written to the cache anew once.
 */
export function toolsForRequest({ pool, transcript, model, env, knowsReferences }: RequestToolsInput): RequestTools {
  const deferrable = pool.filter(isDeferrable);
  const setting = deferralSetting(env);
  const canSearch = pool.some(({ name }) => name === TOOL_SEARCH);
  if (!canSearch || !isDeferring({ setting, model, deferrable, knowsReferences, before: announcesDeferredTools(transcript) })) {
    const whole = pool.filter(({ name }) => name !== TOOL_SEARCH);
    return { pool: whole, deferred: [], tools: withBreakpoint(whole), referable: new Set(), reminders: [] };
  }
  const byName = new Map(deferrable.map((tool) => [tool.name, tool]));
  const loaded = loadedToolNames(transcript).flatMap((name) => byName.get(name) ?? []);
  const whole = pool.filter((tool) => !byName.has(tool.name));
  return {
    pool,
    deferred: deferrable.map((tool) => ({ tool, loaded: loaded.includes(tool) })),
    tools: [
      ...withBreakpoint(whole),
      ...loaded.map((tool) => (knowsReferences ? once(referred, tool, { defer_loading: true }) : toApiTool(tool))),
    ],
    referable: new Set(knowsReferences ? loaded.map(({ name }) => name) : []),
    reminders: deferralReminder(transcript, deferrable, pool),
  };
}

/** With the breakpoint, and deferred. Made once for each tool: the JSON of what is sent is remembered by identity. */
const marked = new WeakMap<ApiTool, ApiTool>();
const referred = new WeakMap<ApiTool, ApiTool>();

function withBreakpoint(tools: readonly Tool[]): ApiTool[] {
  const breakpoint = cacheBreakpoint(tools);
  return tools.map((tool, index) =>
    index === breakpoint ? once(marked, tool, { cache_control: { type: 'ephemeral' } }) : toApiTool(tool),
  );
}

function once(made: WeakMap<ApiTool, ApiTool>, tool: Tool, change: Partial<ApiTool>): ApiTool {
  const definition = toApiTool(tool);
  const changed = made.get(definition) ?? { ...definition, ...change };
  made.set(definition, changed);
  return changed;
}
