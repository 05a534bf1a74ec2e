import { randomUUID } from 'node:crypto';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { CallResult, QueuedCall } from '#main/executor/call-result.ts';
import { skillParts, MAX_COMMANDS } from './skill-parts.ts';
import { takesArguments, withArguments, type SkillValues } from './skill-arguments.ts';

export interface ExpandHost extends SkillValues {
  /** Runs calls through the gate, one at a time. */
  readonly runCalls: (calls: readonly QueuedCall[]) => Promise<readonly CallResult[]>;
  /** The settings forbid command lines in skills. */
  readonly commandsDisabled: boolean;
}

export interface ExpandedSkill {
  readonly text: string;
  /** `text` without the output of commands: files mentioned here are read. */
  readonly own: string;
  readonly commands: number;
}

const DISABLED = '[This command was not run: the settings disable commands in skills.]';

/**
 * The text of a skill as the model reads it: arguments filled in, and the output of its command lines in their place.
 * @throws Error when a command was denied or failed; the skill then can't be used.
 */
export async function expandSkill(skill: SkillDefinition, host: ExpandHost): Promise<ExpandedSkill> {
  const parts = skillParts(skill.body).map((part) =>
    part.type === 'text'
      ? { ...part, text: withArguments(part.text, skill, host) }
      : { ...part, command: withArguments(part.command, skill, host) },
  );
  const commands = parts.flatMap((part) => (part.type === 'command' ? [part.command] : []));
  if (commands.length > MAX_COMMANDS) throw new Error(`It has ${commands.length} commands; at most ${MAX_COMMANDS} are run.`);
  const outputs = host.commandsDisabled ? commands.map(() => DISABLED) : await outputsOf(commands, host);
  const whole = parts.map((part) => (part.type === 'text' ? part.text : (outputs.shift() ?? ''))).join('');
  const rest = host.args.trim() === '' || takesArguments(skill) ? '' : `\n\nARGUMENTS: ${host.args}`;
  const own = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text: whole.trim() + rest, own, commands: host.commandsDisabled ? 0 : commands.length };
}

/** Each command is a call of its own; the first that fails ends it. */
async function outputsOf(commands: readonly string[], { runCalls }: ExpandHost): Promise<string[]> {
  const outputs: string[] = [];
  for (const command of commands) {
    const [result] = await runCalls([bashCall(command)]);
    const output = textOf(result);
    if (result?.outcome !== 'done')
      throw new Error(`Its command \`${command}\` ${result?.outcome === 'denied' ? 'was denied' : 'failed'}: ${output}`);
    outputs.push(output);
  }
  return outputs;
}

function bashCall(command: string): QueuedCall {
  return {
    block: { type: 'tool_use', id: `skill_${randomUUID()}`, name: 'Bash', input: { command, description: 'A command of a skill' } },
    message: { messageId: '', requestId: '', blocks: [] },
  };
}

function textOf(result: CallResult | undefined): string {
  return contentText(result?.block.content ?? 'it was not run');
}
