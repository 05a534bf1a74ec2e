import type { RuleEntry } from '#shared/permission/rule.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';

/** The current skills of a session. */
export interface SkillSource {
  /** One of each name. */
  readonly available: () => readonly SkillDefinition[];
  /** Rules of the skills that an agent uses now; `undefined`: the main agent. */
  readonly rulesFor: (agentId: string | undefined) => readonly RuleEntry[];
  /** The settings forbid command lines in skills. */
  readonly commandsDisabled: () => boolean;
  /** How much of the list the model gets: a share of its context window, and characters of one description. */
  readonly listing: () => { readonly share: number; readonly descriptionChars: number };
}

export const NO_SKILLS: SkillSource = {
  available: () => [],
  rulesFor: () => [],
  commandsDisabled: () => true,
  listing: () => ({ share: 0, descriptionChars: 0 }),
};
