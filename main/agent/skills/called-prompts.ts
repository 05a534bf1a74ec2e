import type { UserContent } from '#shared/session/content.ts';
import { errorMessage } from '#shared/error-message.ts';
import { readSkillCall } from '#shared/session/skill-call.ts';
import type { ServerPrompt } from '#main/tool/services/server-prompts.ts';
import { admitExpansion } from '../session/expansion-hooks.ts';
import { attachmentEvent, type Prompt } from '../session/prompt.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import { splitArguments } from './skill-arguments.ts';

/** The prompts of MCP servers that no deny rule matches. */
export function usablePrompts({
  mcpPrompts,
  permissionEngine,
  permissionContext,
}: Pick<SessionServices, 'mcpPrompts' | 'permissionEngine' | 'permissionContext'>): ServerPrompt[] {
  const permission = permissionContext();
  return mcpPrompts().filter(({ name }) => !permissionEngine.isHidden(name, permission));
}

/**
 * Fetches the prompts of MCP servers that a person's messages call as `/mcp__server__prompt`; their text follows the message. Resolves with
 * the turn's end if one can't be used.
 */
export async function fetchCalledPrompts(
  messages: readonly Prompt[],
  services: Pick<SessionServices, 'mcpPrompts' | 'mcpReady' | 'permissionEngine' | 'permissionContext' | 'append' | 'hooks' | 'view'>,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  const { append, hooks, view } = services;
  for (const { text, scheduled, origin } of messages) {
    // A prompt that the model scheduled isn't a person's message.
    if (scheduled || origin === 'scheduled') continue;
    const call = readSkillCall(text);
    if (!call?.name.startsWith('mcp__')) continue;
    // Its server may still be starting.
    await services.mcpReady?.(signal);
    const prompt = usablePrompts(services).find(({ name }) => name === call.name);
    if (!prompt) continue;
    const { name, server } = prompt;
    const expansion = { type: 'mcp_prompt', name, args: call.args, source: server, prompt: text } as const;
    const admitted = hooks && (await admitExpansion(hooks, expansion, { mode: view.mode, signal }));
    if (signal.aborted) return { outcome: 'interrupted' };
    if (admitted?.type === 'refused') return { outcome: 'stopped', error: admitted.message, action: 'none' };
    let content: UserContent;
    try {
      const fetched = await prompt.get(splitArguments(call.args), signal);
      content = typeof fetched === 'string' ? [{ type: 'text', text: fetched }] : fetched.filter((part) => part.type !== 'tool_reference');
    } catch (error) {
      if (signal.aborted) return { outcome: 'interrupted' };
      return { outcome: 'stopped', error: `/${name} can’t be used: ${errorMessage(error)}`, action: 'none' };
    }
    if (signal.aborted) return { outcome: 'interrupted' };
    const head = `The user called the prompt ${name} of the MCP server ${server}, which says:`;
    append(attachmentEvent({ name: `/${name}`, note: 'prompt' }, [{ type: 'text', text: head }, ...content]));
    hooks?.say('UserPromptExpansion', admitted?.contexts ?? []);
  }
  return undefined;
}
