import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import type { UserContent } from '#shared/session/content.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { UsedSkill } from '#shared/session/events/session-events.ts';

/** The call that uses a skill: what of its context is needed. */
export interface SkillCaller {
  readonly options: { readonly model: string };
  readonly session: { readonly sessionId: string; readonly projectDir: string };
  readonly cwd: string;
  readonly abortController: AbortController;
  getAppState(): { readonly permission: ToolPermissionContext };
}

/** Skills and commands, for the tool that uses them. */
export interface SkillService {
  /** A person called it by its name. */
  readonly byPerson: boolean;
  /** @throws Error, for the model, when there is none of that name, or it may not be called this way. */
  find(name: string): SkillDefinition;
  /** What counts while an agent uses the skill. */
  rulesOf(skill: SkillDefinition, caller: SkillCaller): UsedSkill;
  /** Makes the rules of a skill count for the calling agent, until the end of the turn. */
  use(used: UsedSkill): void;
  /**
   * The skill's text as the model reads it: fills in the arguments, runs its command lines through the gate and reads the files it mentions.
   * @throws Error when a command was denied or failed.
   */
  prepare(skill: SkillDefinition, args: string, caller: SkillCaller): Promise<UserContent>;
}
