import { z } from 'zod';
import { permissionModeSchema } from '#shared/permission/mode.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { MEMORY_SCOPES } from '#shared/settings/agent-definition.ts';
import { EFFORTS } from '#shared/model/models.ts';
import { definitionHooks } from '../hooks/definition-hooks.ts';
import { agentServersSchema } from './agent-servers-schema.ts';
import { isSet, parseFrontMatter } from '../files/front-matter.ts';
import { splitToolList } from '../tool-list.ts';

/** Every model that may start agents reads the descriptions of all types. Characters. */
const MAX_DESCRIPTION = 2000;
const MAX_PROMPT = 60_000;
const MAX_LISTED = 200;

export type ParsedAgent =
  | { readonly definition: AgentDefinition; readonly warnings: readonly string[] }
  /** Why the file is ignored, one sentence. */
  | { readonly skipped: string };

const LIST = 'must be a list of tools, or their names parted by commas.';
const toolList = z
  .union([z.string(), z.array(z.string()).max(MAX_LISTED)], { error: LIST })
  .transform((tools) => (typeof tools === 'string' ? splitToolList(tools) : tools.map((tool) => tool.trim())))
  .refine((tools) => tools.length <= MAX_LISTED, { error: `may name at most ${MAX_LISTED} tools.` })
  .refine((tools) => tools.every((tool) => tool !== '' && tool.length <= MAX_LISTED), { error: LIST });

const NAME = 'must be at most 64 letters, digits, spaces, dots, hyphens or underscores, and can’t begin with a hyphen.';

/** Fields that widen or narrow what the agent may do are never guessed: a mistake in one, and the file is ignored. */
const fieldsSchema = z.lazy(() =>
  z.object({
    // Appears in rules, `Agent(name)`, and in every question the agent asks.
    name: z.string({ error: 'is missing, or isn’t text.' }).regex(/^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,63}$/u, { error: NAME }),
    description: z
      .string({ error: 'is missing, or isn’t text.' })
      .transform((text) => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim())
      .refine((text) => text !== '', { error: 'is empty.' }),
    tools: toolList.optional(),
    disallowedTools: toolList.optional(),
    model: z
      .string({ error: 'isn’t text.' })
      .regex(/^[\w.:@/[\]-]{1,200}$/u, { error: 'must be an alias (sonnet, opus, haiku, fable), a model’s id, or inherit.' })
      .optional(),
    effort: z.enum(EFFORTS).optional().catch(undefined),
    permissionMode: z
      .union([z.literal('manual').transform(() => 'default' as const), permissionModeSchema], { error: 'is no permission mode.' })
      .optional(),
    maxTurns: z.int({ error: 'must be a whole number.' }).positive({ error: 'must be at least 1.' }).max(10_000).optional(),
    background: z.boolean({ error: 'must be true or false.' }).optional(),
    memory: z.enum(MEMORY_SCOPES, { error: 'must be user, project or local.' }).optional(),
    mcpServers: agentServersSchema.optional(),
    isolation: z.literal('worktree', { error: 'can only be worktree.' }).optional(),
  }),
);

/** Allows nothing, so a mistake in it leaves the rest. */
const UNKNOWN_EFFORT = `Its “effort” has no effect: it must be ${EFFORTS.join(', ')}.`;

/** Fields without which the agent can do less than its author intended. */
const LEFT_OUT = ['skills'];

/** What an agent needs to keep notes; without them its own list would rule its notes out. */
const MEMORY_TOOLS = ['Read', 'Write', 'Edit'];

/** An agent type from a Markdown file: the front matter describes it, the text is its system prompt. Never throws. */
export function parseAgentFile(
  text: string,
  origin: { readonly source: 'managed' | 'project' | 'user' | 'plugin'; readonly file: string },
): ParsedAgent {
  const parsed = parseFrontMatter(text);
  if ('broken' in parsed) return { skipped: parsed.broken };
  const { fields, body } = parsed;
  const guards = definitionHooks(fields['hooks']);
  if ('skipped' in guards) return guards;
  const checked = fieldsSchema.safeParse(fields);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { skipped: `“${issue?.path[0]?.toString() ?? 'front matter'}” ${issue?.message ?? 'can’t be used.'}` };
  }
  if (body.length > MAX_PROMPT) return { skipped: `Its text has more than ${MAX_PROMPT} characters.` };
  const { description, tools, memory } = checked.data;
  const short = description.slice(0, MAX_DESCRIPTION).toWellFormed();
  const left = LEFT_OUT.filter((field) => isSet(fields[field]));
  return {
    definition: {
      ...checked.data,
      ...guards,
      ...(memory !== undefined && tools !== undefined && { tools: [...new Set([...tools, ...MEMORY_TOOLS])] }),
      ...origin,
      description: short,
      prompt: body,
    },
    warnings: [
      ...(isSet(fields['effort']) && checked.data.effort === undefined ? [UNKNOWN_EFFORT] : []),
      ...left.map((field) => `Its “${field}” has no effect in Gatehouse.`),
      ...(short === description ? [] : [`Its description is cut: it has more than ${MAX_DESCRIPTION} characters.`]),
    ],
  };
}
