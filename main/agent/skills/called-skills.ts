import { randomUUID } from 'node:crypto';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import type { CallResult } from '#main/executor/call-result.ts';
import { readSkillCall } from '#shared/session/skill-call.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { AgentCalls } from '../agent-calls.ts';
import { admitExpansion } from '../session/expansion-hooks.ts';
import { attachmentEvent, type Prompt } from '../session/prompt.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { TurnEnd } from '../turn/turn-end.ts';

/**
 * Runs the skills and commands that a person's messages call as `/name`: each is a call of the Skill tool, so it passes the gate, and its
 * text follows the message. Other messages that start with a slash stay unchanged. Resolves with the turn's end if one can't be used.
 */
export async function runCalledSkills(
  prompts: readonly Prompt[],
  { skills, append, hooks, view }: Pick<SessionServices, 'skills' | 'append' | 'hooks' | 'view'>,
  calls: Pick<AgentCalls, 'runApart'>,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  for (const { text, scheduled, origin } of prompts) {
    // A prompt that the model scheduled isn't a person's message.
    if (scheduled || origin === 'scheduled') continue;
    const called = calledSkill(text, skills.available());
    if (!called) continue;
    const { skill, args } = called;
    const { source } = skill;
    const expansion = { type: 'slash_command', name: skill.name, args, source, prompt: text } as const;
    const admitted = hooks && (await admitExpansion(hooks, expansion, { mode: view.mode, signal }));
    if (signal.aborted) return { outcome: 'interrupted' };
    if (admitted?.type === 'refused') return { outcome: 'stopped', error: admitted.message, action: 'none' };
    const input = { skill: skill.name, ...(args !== '' && { args }) };
    const block = { type: 'tool_use' as const, id: `skill_${randomUUID()}`, name: 'Skill', input };
    const [result] = await calls.runApart([{ block, message: { messageId: '', requestId: '', blocks: [] } }], signal, { byPerson: true });
    if (signal.aborted) return { outcome: 'interrupted' };
    if (result?.outcome !== 'done') return { outcome: 'stopped', error: `/${skill.name} can’t be used: ${textOf(result)}`, action: 'none' };
    const name = `/${skill.name}`;
    for (const { content } of result.newMessages) append(attachmentEvent({ name, note: skill.kind }, content));
    hooks?.say('UserPromptExpansion', admitted?.contexts ?? []);
    if (result.newMessages.length === 0) {
      const report = `The ${skill.kind} “${skill.name}” was run by an agent, which reports:\n\n${textOf(result)}`;
      append(attachmentEvent({ name, note: 'report' }, [{ type: 'text', text: report }]));
    }
  }
  return undefined;
}

/** The skill that a message calls, if a person may. */
export function calledSkill(
  text: string,
  skills: readonly SkillDefinition[],
): { readonly skill: SkillDefinition; readonly args: string } | undefined {
  const call = readSkillCall(text);
  const skill = call && skills.find(({ name, byPerson }) => byPerson && name === call.name);
  return skill && { skill, args: call.args };
}

function textOf(result: CallResult | undefined): string {
  return contentText(result?.block.content ?? '');
}
