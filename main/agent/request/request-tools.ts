import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ApiTool } from '#main/model/client.ts';
import type { DeferredTool, Tool } from '#main/tool/tool.ts';
import { cacheBreakpoint } from '#main/tool/registry.ts';
import { matchesPatterns } from '#main/tool/matches-patterns.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { TOOL_SEARCH } from '#main/tool/tool-search.ts';
import { REPL, type ToolName, toolRow } from '#shared/tool-table.ts';
import type { AgentServices } from '../agent-services.ts';
import { skillReminder } from '../skills/skill-listing.ts';
import { instructionReminders } from './server-instructions.ts';
import {
  announcesDeferredTools,
  deferralReminder,
  deferralSetting,
  isDeferrable,
  isDeferring,
  loadedToolNames,
  maySearch,
} from './deferred-tools.ts';

const WAIT_FOR_SERVERS = 'WaitForMcpServers' satisfies ToolName;

export interface RequestTools {
  /** Callable tools, deferred ones included; ToolSearch only if any are deferred. */
  readonly pool: readonly Tool[];
  /** Tools that only scripts can call. */
  readonly inScripts: readonly Tool[];
  /** The deferred tools of the pool. */
  readonly deferred: readonly DeferredTool[];
  /** Tool definitions of the request, with the cache breakpoint on the last built-in that isn't deferred (SPEC R3). */
  readonly tools: ApiTool[];
  /** Tools that a `tool_reference` may name in this request; other references are replaced by text. */
  readonly referable: ReadonlySet<string>;
  /** To be appended before the request is built. */
  readonly reminders: readonly NewSessionEvent[];
}

/**
 * Tool section of one request (SPEC R3–R5). Tools that aren't deferred come first in stable order; loaded ones follow in loading order.
 * On servers with `tool_reference` support, loaded tools aren't part of the cached prefix; otherwise the prefix up to the last built-in
 * stays cached and the rest is rewritten once.
 */
export function toolsForRequest(services: AgentServices): RequestTools {
  const { config, transcript, env, client } = services;
  const { pool: all, inScripts } = splitPool(config.pool());
  const model = config.model();
  const knowsReferences = client.knowsToolReferences?.() ?? false;
  const setting = deferralSetting(env);
  const canSearch = all.some(({ name }) => name === TOOL_SEARCH);
  // A search finds the tools of a server that has connected meanwhile; without one, the model may wait for it.
  const pool = canSearch && maySearch(setting, knowsReferences) ? all.filter(({ name }) => name !== WAIT_FOR_SERVERS) : all;
  const deferrable = pool.filter(isDeferrable);
  if (!canSearch || !isDeferring({ setting, model, deferrable, knowsReferences, before: announcesDeferredTools(transcript) })) {
    const whole = pool.filter(({ name }) => name !== TOOL_SEARCH);
    return {
      pool: whole,
      inScripts,
      deferred: [],
      tools: withBreakpoint(whole),
      referable: new Set(),
      reminders: newsFor(services, whole),
    };
  }
  const byName = new Map(deferrable.map((tool) => [tool.name, tool]));
  const loaded = loadedToolNames(transcript).flatMap((name) => byName.get(name) ?? []);
  const whole = pool.filter((tool) => !byName.has(tool.name));
  return {
    pool,
    inScripts,
    deferred: deferrable.map((tool) => ({ tool, loaded: loaded.includes(tool) })),
    tools: [
      ...withBreakpoint(whole),
      ...loaded.map((tool) => (knowsReferences ? once(referred, tool, { defer_loading: true }) : toApiTool(tool))),
    ],
    referable: new Set(knowsReferences ? loaded.map(({ name }) => name) : []),
    reminders: [...deferralReminder(transcript, deferrable, pool), ...newsFor(services, pool)],
  };
}

/** Whether a skill for certain files has any of them to do with. */
function isActive({ paths, base, source }: SkillDefinition, projectDir: string, files: ReadonlySet<string>): boolean {
  const from = source === 'project' ? base : projectDir;
  return paths === undefined || files.values().some((file) => matchesPatterns(paths, from, file));
}

/** What the agent doesn't know yet of servers and skills. */
function newsFor(services: AgentServices, pool: readonly Tool[]): NewSessionEvent[] {
  return [...instructionReminders(services.transcript, services.mcpInstructions(), pool), ...skillReminders(services, pool)];
}

/** Announces the skills that the agent may call now and doesn't know of. */
function skillReminders(
  { config, transcript, skills, touched, permissionEngine }: AgentServices,
  pool: readonly Tool[],
): NewSessionEvent[] {
  if (!pool.some(({ name }) => name === 'Skill')) return [];
  const { permission } = config.base.getAppState();
  const isDenied = (name: string): boolean => {
    const facts = permissionEngine.analyse({ toolName: 'Skill', input: { skill: name }, cwd: permission.projectDir }, permission);
    return permissionEngine.decide(facts, permission).behavior === 'deny';
  };
  const open = skills
    .available()
    .filter((skill) => skill.byModel && isActive(skill, permission.projectDir, touched.files) && !isDenied(skill.name));
  return skillReminder({ transcript, skills: open, model: config.model(), limits: skills.listing() });
}

/** With REPL, the tools that its scripts can call are only there. */
function splitPool(pool: readonly Tool[]): Pick<RequestTools, 'pool' | 'inScripts'> {
  if (!pool.some(({ name }) => name === REPL)) return { pool, inScripts: [] };
  const isInScripts = ({ name, isMcp }: Tool): boolean => !isMcp && toolRow(name)?.inScripts === true;
  return { pool: pool.filter((tool) => !isInScripts(tool)), inScripts: pool.filter(isInScripts) };
}

/** Definitions with breakpoint or deferral flag. Created once per tool: the serialized JSON is cached by object identity. */
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
