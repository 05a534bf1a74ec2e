import { withoutTagsInBlocks } from '#main/tool/own-tags.ts';
import { z } from 'zod';
import type { ServerPrompt } from '#main/tool/services/server-prompts.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { contentOf } from '../tools/call-result.ts';
import { nameTools } from '../tools/mcp-tool-pool.ts';
import type { PromptDefinition } from './prompt-definition.ts';

/** What prompts need from their server. */
export interface PromptHost {
  readonly name: string;
  readonly prompts: readonly PromptDefinition[];
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly unknown[]>;
}

const messageSchema = z.object({ role: z.string(), content: z.unknown() });

/** The prompts of these servers, named like tools. */
export function serverPrompts(hosts: readonly PromptHost[]): ServerPrompt[] {
  const all = hosts.flatMap((host) => host.prompts.map((definition) => ({ host, definition })));
  const names = nameTools(all.map(({ host, definition }) => ({ server: host.name, tool: definition.rawName })));
  return all.map(({ host, definition: { rawName, description, parameters } }, index) => ({
    name: names[index]?.name ?? rawName,
    server: host.name,
    description,
    parameters,
    get: async (values, signal) => promptContent(await host.getPrompt(rawName, argumentsOf(parameters, values), signal)),
  }));
}

/** @throws Error that names what is missing or too much. */
function argumentsOf(parameters: PromptDefinition['parameters'], values: readonly string[]): Record<string, string> {
  const missing = parameters.slice(values.length).filter(({ required }) => required);
  if (missing.length > 0) throw new Error(`It needs ${missing.map(({ name }) => name).join(', ')}.`);
  if (values.length > parameters.length)
    throw new Error(
      parameters.length === 0
        ? 'It takes no arguments.'
        : `It takes ${parameters.map(({ name }) => name).join(', ')}. Put quotes around an argument with spaces.`,
    );
  return Object.fromEntries(values.map((value, index) => [parameters[index]?.name ?? '', value]));
}

function promptContent(messages: readonly unknown[]): ResultContent {
  const parts = messages.flatMap((raw) => {
    const { data } = messageSchema.safeParse(raw);
    if (!data) return [raw];
    return data.role === 'assistant' ? [{ type: 'text', text: 'As the assistant’s answer:' }, data.content] : [data.content];
  });
  return withoutTagsInBlocks(contentOf({ content: parts, structuredContent: undefined }));
}
