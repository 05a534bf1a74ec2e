import type { HookSettings } from './hook-settings.ts';
import type { Effort } from '../model/models.ts';

/** A skill (`SKILL.md`) or a slash command (`.claude/commands/**.md`): instructions that the model or a person calls by name. */
export interface SkillDefinition {
  /** As in `/name` and in rules, `Skill(name)`. The folders of a command precede it: `frontend:component`. */
  readonly name: string;
  readonly kind: 'skill' | 'command';
  /** What it is for; may be empty. */
  readonly description: string;
  readonly whenToUse?: string | undefined;
  /** Shown after the name while it is typed: `[issue]`. */
  readonly argumentHint?: string | undefined;
  /** Names for the arguments, in order. */
  readonly argumentNames: readonly string[];
  /** Rules that allow calls until the end of the turn. */
  readonly allowedTools: readonly string[];
  /** Rules that deny calls until the end of the turn. */
  readonly disallowedTools: readonly string[];
  /** An alias or a full id, for the rest of the turn. */
  readonly model?: string | undefined;
  readonly effort?: Effort | undefined;
  /** Set: it runs in a sub-agent of this type, which is waited for unless it works in the background. */
  readonly fork?: { readonly agent: string; readonly background: boolean } | undefined;
  /** Gitignore patterns, from the folder that contains its `.claude`, or from the project folder for a skill that isn't a project's: it is offered to the model once a file that matches was touched. */
  readonly paths?: readonly string[] | undefined;
  /** Called only for the agent that uses it, until the end of the turn. */
  readonly hooks?: HookSettings | undefined;
  readonly byModel: boolean;
  readonly byPerson: boolean;
  /** The text, with its placeholders. */
  readonly body: string;
  readonly source: 'managed' | 'user' | 'project' | 'plugin';
  /** Absolute. */
  readonly file: string;
  /** The real folder of the skill, absolute; of a command the folder of its file. */
  readonly folder: string;
  /** The folder that contains its `.claude`, absolute: what `paths` are relative to. */
  readonly base: string;
}

/** Whether a skill's text has command lines that are run before the model reads it. */
export function hasCommands(body: string): boolean {
  return /!`|^```!/mu.test(body);
}
