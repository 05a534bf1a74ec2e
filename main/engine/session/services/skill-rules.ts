import { ruleInertness } from '#main/settings/rule-inertness.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { SessionView } from '#shared/session/view.ts';

type Settings = Pick<LoadedSettings, 'trusted' | 'lockdown' | 'managedRulesOnly'>;

/**
 * The rules of the skills that an agent uses now. A skill is a source like the settings of its place: a project's allow rules count only
 * while its folder is trusted, and none but an administrator's where only those count.
 */
export function skillRules(skills: SessionView['skillsInUse'], settings: Settings, agentId: string | undefined): RuleEntry[] {
  const rules = skills
    .filter((skill) => skill.agentId === agentId)
    .flatMap(({ source, file, allow, deny }) => [
      ...deny.map((text) => ({ behavior: 'deny' as const, source, file, text })),
      ...allow.map((text) => {
        const inert = ruleInertness({ source, fromRepository: source === 'project' }, settings);
        return { behavior: 'allow' as const, source, file, text, ...(inert !== undefined && { inert }) };
      }),
    ]);
  return rules.map((rule, index) => ({ ...rule, id: `skill:${rule.behavior}:${index}` }));
}

/** `skillRules` of one agent, the same list while nothing changes: it is read many times per call. */
export function keptSkillRules(
  skills: () => SessionView['skillsInUse'],
  settings: () => LoadedSettings,
): (agentId: string | undefined) => readonly RuleEntry[] {
  let latest: { readonly skills: SessionView['skillsInUse']; readonly settings: LoadedSettings } | undefined;
  const made = new Map<string | undefined, readonly RuleEntry[]>();
  return (agentId) => {
    const now = { skills: skills(), settings: settings() };
    if (now.skills !== latest?.skills || now.settings !== latest.settings) made.clear();
    latest = now;
    const rules = made.get(agentId) ?? skillRules(now.skills, now.settings, agentId);
    made.set(agentId, rules);
    return rules;
  };
}
