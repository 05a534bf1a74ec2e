import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import type { UserContent } from '#shared/session/content.ts';
import type { UsedSkill } from '#shared/session/events/session-events.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult, QueuedCall } from '#main/executor/call-result.ts';
import { resolveModel } from '#main/model/resolve-model.ts';
import type { SkillCaller, SkillService } from '#main/tool/services/skills.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { AgentServices } from '../agent-services.ts';
import { attachMentions } from '../session/attach-mentions.ts';
import { expandSkill } from './expand-skill.ts';

export interface AgentSkillsOptions {
  readonly services: AgentServices;
  readonly byPerson: boolean;
  /** Runs calls of this agent through the gate. */
  readonly runCalls: (calls: readonly QueuedCall[], signal: AbortSignal) => Promise<readonly CallResult[]>;
  readonly pool: () => readonly Tool[];
  readonly contextForReading: (signal: AbortSignal) => ToolUseContext;
}

/** The skills of a session as one agent uses them. */
export class AgentSkills implements SkillService {
  readonly #options: AgentSkillsOptions;

  constructor(options: AgentSkillsOptions) {
    this.#options = options;
  }

  get byPerson(): boolean {
    return this.#options.byPerson;
  }

  find(name: string): SkillDefinition {
    const { services, byPerson } = this.#options;
    const all = services.skills.available();
    const wanted = name.replace(/^\//u, '');
    const skill = all.find((one) => one.name === wanted);
    if (!skill) {
      const names = all.filter(({ byModel }) => byModel).map((one) => one.name);
      throw new Error(
        `There is no skill “${wanted.slice(0, 100)}”. ${names.length === 0 ? 'There are none here.' : `There are: ${names.slice(0, 50).join(', ')}.`}`,
      );
    }
    if (!byPerson && !skill.byModel) throw new Error(`The skill “${wanted}” can only be called by the user, as /${wanted}.`);
    if (byPerson && !skill.byPerson) throw new Error(`The skill “${wanted}” can only be used by the model.`);
    return skill;
  }

  async prepare(skill: SkillDefinition, args: string, context: SkillCaller): Promise<UserContent> {
    const { services, runCalls } = this.#options;
    const { signal } = context.abortController;
    const { sessionId, projectDir } = context.session;
    const { text, own } = await expandSkill(skill, {
      args,
      sessionId,
      projectDir,
      commandsDisabled: services.skills.commandsDisabled(),
      runCalls: (calls) => runCalls(calls, signal),
    });
    const head = `The ${skill.kind} “${skill.name}” (its folder: ${skill.folder}) tells you how to do this:`;
    const mentioned = await this.#mentioned(own, context);
    return [{ type: 'text', text: `${head}\n\n${text}` }, ...mentioned];
  }

  use(used: UsedSkill): void {
    const { append } = this.#options.services;
    append({ type: 'skill.used', data: used });
    if (used.allow.length === 0) return;
    const text = `The skill “${used.name}” allows until the end of this turn: ${used.allow.join(', ')}`;
    append({ type: 'notice', data: { level: 'info', text, action: 'none' } });
  }

  rulesOf(skill: SkillDefinition, context: SkillCaller): UsedSkill {
    const { client, env } = this.#options.services;
    const { name, source, file, allowedTools, disallowedTools, model, effort } = skill;
    return {
      name,
      source: source === 'managed' ? 'policy' : source,
      file,
      allow: [...allowedTools],
      deny: [...disallowedTools],
      ...(model !== undefined && client.kind !== 'scripted' && { model: resolveModel(model, context.options.model, env) }),
      ...(effort !== undefined && { effort }),
    };
  }

  /** The files that the text mentions with “@” and that Read may open without asking. */
  async #mentioned(text: string, context: SkillCaller): Promise<UserContent> {
    const { services, pool, contextForReading } = this.#options;
    const { permissionEngine } = services;
    const found: NewSessionEvent[] = [];
    await attachMentions([text], {
      calls: { pool: pool(), contextForReading },
      decide: (path) => {
        const { permission } = context.getAppState();
        const facts = permissionEngine.analyse({ toolName: 'Read', input: { file_path: path }, cwd: context.cwd }, permission);
        return { facts, decision: permissionEngine.decide(facts, permission) };
      },
      append: (event) => found.push(event),
      signal: context.abortController.signal,
    });
    return found.flatMap((event): UserContent => {
      if (event.type === 'user.message') return event.data.content;
      return event.type === 'notice' ? [{ type: 'text', text: event.data.text }] : [];
    });
  }
}
