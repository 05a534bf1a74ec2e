import { handlersOf, hookFilter, withPlugin } from '#main/settings/hooks/collect-hooks.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ConfiguredHook, HookConfig, HookOwner } from '#shared/settings/hook-config.ts';
import { hookEventSchema, type HookSettings } from '#shared/settings/hook-settings.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import type { SessionView } from '#shared/session/view.ts';

type SkillsInUse = SessionView['skillsInUse'];

/**
 * The hooks of the settings, of the skills that an agent uses now, and of the agent types: the latter two are called only for that agent.
 * The same list while nothing changes, since it is read for each event.
 */
export function keptHooks(settings: () => LoadedSettings, skillsInUse: () => SkillsInUse): () => HookConfig {
  let latest: { readonly settings: LoadedSettings; readonly skills: SkillsInUse; readonly config: HookConfig } | undefined;
  return () => {
    const now = settings();
    const skills = skillsInUse();
    if (latest?.settings !== now || latest.skills !== skills) latest = { settings: now, skills, config: withDefinitions(now, skills) };
    return latest.config;
  };
}

function withDefinitions(settings: LoadedSettings, inUse: SkillsInUse): HookConfig {
  const mayRun = hookFilter(settings);
  const entriesOf = (definition: SkillDefinition | AgentDefinition, owner: HookOwner): ConfiguredHook[] => {
    if (definition.hooks === undefined || definition.source === 'built-in') return [];
    const { hooks, file, source } = definition;
    const plugin = source === 'plugin' ? settings.plugins.active.find(({ root }) => file !== undefined && isInside(file, root)) : undefined;
    const fromRepository = plugin?.fromRepository ?? source === 'project';
    const origin = { source: source === 'managed' ? 'policy' : source, fromRepository } as const;
    if (!mayRun({ ...origin, source: plugin?.by ?? origin.source })) return [];
    const found = entries(hooks, { ...origin, file, owner });
    return plugin ? found.map((hook) => withPlugin(hook, plugin)) : found;
  };
  const skills = inUse.flatMap(({ name, file, agentId }) => {
    const skill = settings.skills.find((one) => one.name === name && one.file === file);
    return skill ? entriesOf(skill, { agentId }) : [];
  });
  const agents = settings.agents.flatMap((agent) => entriesOf(agent, { agentType: agent.name }));
  if (skills.length === 0 && agents.length === 0) return settings.hooks;
  return { ...settings.hooks, entries: [...settings.hooks.entries, ...skills, ...agents] };
}

function entries(hooks: HookSettings, origin: Pick<ConfiguredHook, 'source' | 'file' | 'fromRepository' | 'owner'>): ConfiguredHook[] {
  return handlersOf(hooks).flatMap(({ event, matcher, handler }) => {
    const known = hookEventSchema.safeParse(event);
    if (!known.success) return [];
    // An agent's own end is that of a sub-agent.
    const isAgents = origin.owner !== undefined && 'agentType' in origin.owner;
    return [{ ...origin, event: isAgents && known.data === 'Stop' ? 'SubagentStop' : known.data, matcher, handler }];
  });
}
