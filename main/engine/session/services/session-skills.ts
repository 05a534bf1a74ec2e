import type { SkillSource } from '#main/agent/skills/skill-source.ts';
import type { ServerPrompt } from '#main/tool/services/server-prompts.ts';
import { isSimpleMode } from '#main/tool/registry.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { isOwnCommand } from '#shared/session/skill-call.ts';
import { shorten } from '#shared/shorten.ts';
import type { CurrentSession } from '../current-session.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';
import { keptSkillRules } from './skill-rules.ts';

const MAX_DESCRIPTION = 300;

/** Those that a person may call, for the window. */
export function listedSkills({ available }: SkillSource): CommandOutput<'session.skills'>['skills'] {
  return available()
    .filter(({ name, byPerson }) => byPerson && !isOwnCommand(name))
    .map(({ name, kind, source, description, argumentHint }) => ({
      name,
      kind,
      source,
      description: shorten(description, MAX_DESCRIPTION),
      ...(argumentHint !== undefined && { argumentHint }),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Prompts of MCP servers that a person may call, for the window. */
export function listedPrompts(prompts: readonly ServerPrompt[]): CommandOutput<'session.skills'>['skills'] {
  return prompts.map(({ name, description, parameters }) => ({
    name,
    kind: 'prompt',
    source: 'server',
    description,
    ...(parameters.length > 0 && {
      argumentHint: parameters.map((parameter) => (parameter.required ? `<${parameter.name}>` : `[${parameter.name}]`)).join(' '),
    }),
  }));
}

/** The skills of a session, as the settings' files define them now. */
export function sessionSkills({ project, simple, env }: OpenSessionOptions, current: CurrentSession): SkillSource {
  const settings = () => project.settings.current();
  return {
    available: () => ((simple ?? isSimpleMode(env)) ? [] : settings().skills),
    rulesFor: keptSkillRules(() => current.skillsInUse, settings),
    commandsDisabled: () => settings().skillCommandsDisabled,
    listing: () => ({ share: settings().skillListingBudgetFraction, descriptionChars: settings().skillListingMaxDescChars }),
  };
}
