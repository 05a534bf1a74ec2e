import { z } from 'zod';
import { plainLine, plainText } from '../tools/plain-text.ts';

export interface PromptDefinition {
  readonly rawName: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}

export const MAX_PROMPTS = 500;
const MAX_PARAMETERS = 50;

const promptSchema = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional(),
  arguments: z
    .array(z.object({ name: z.string().min(1).max(200), required: z.boolean().optional() }))
    .max(MAX_PARAMETERS)
    .optional(),
});

/** Reads a server's list of prompts; those that can't be used are left out, with a sentence for each kind of problem. */
export function readPromptList(raw: readonly unknown[]): {
  readonly prompts: readonly PromptDefinition[];
  readonly problems: readonly string[];
} {
  const prompts = new Map<string, PromptDefinition>();
  let wrong = 0;
  for (const one of raw.slice(0, MAX_PROMPTS)) {
    const { data } = promptSchema.safeParse(one);
    if (!data || prompts.has(data.name) || plainText(data.name) !== data.name) {
      wrong += 1;
      continue;
    }
    prompts.set(data.name, {
      rawName: data.name,
      description: plainLine(data.description ?? '', 500),
      parameters: (data.arguments ?? []).map(({ name, required = false }) => ({ name: plainLine(name), required })),
    });
  }
  const problems = [
    ...(wrong > 0 ? [`${wrong} of its prompts can’t be used: their definitions are wrong or have the same name.`] : []),
    ...(raw.length > MAX_PROMPTS ? [`Only ${MAX_PROMPTS} of its ${raw.length} prompts are offered.`] : []),
  ];
  return { prompts: [...prompts.values()], problems };
}
