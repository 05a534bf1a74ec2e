import { createRequire } from 'node:module';
import { z } from 'zod';
import type * as Yaml from 'yaml';
import { errorMessage } from '#shared/error-message.ts';
import { permissionModeSchema } from '#shared/permission/mode.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { splitToolList } from '../tool-list.ts';

/** Longer than any real one; the parser's time grows faster than the text. Characters. */
const MAX_CHARS = 8 * 1024;
/**
 * What can open another level. The parser is recursive, and a nearly full stack can end the process instead of throwing, so depth is
 * limited before parsing. Levels by indentation alone are limited by `MAX_CHARS`, since each needs more of it.
 */
const OPENERS = /[[{]|(?:^|\s)[-?](?=\s|$)/gmu;
const MAX_OPENERS = 150;

const require = createRequire(import.meta.url);

type FrontMatter =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly body: string }
  /** One sentence for people. */
  | { readonly broken: string };

/**
 * Splits a Markdown file into its YAML front matter and the rest. The file may be hostile: size and depth are limited, aliases are refused,
 * and this never throws.
 */
function parseFrontMatter(source: string): FrontMatter {
  // Windows editors put a byte order mark first.
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const opening = /^---[ \t]*\r?\n/u.exec(text);
  if (!opening) return { broken: 'It doesn’t begin with a line of three hyphens, after which its name and description would stand.' };
  const from = opening[0].length;
  // Searched only within the length limit.
  const closing = /^---[ \t]*(?:\r?\n|$)/mu.exec(text.slice(from, from + MAX_CHARS + 8));
  if (!closing) return { broken: `No second line of three hyphens follows within ${MAX_CHARS} characters.` };
  const yaml = text.slice(from, from + closing.index);
  if ((yaml.match(OPENERS)?.length ?? 0) > MAX_OPENERS) return { broken: 'Its front matter has too many lists in it.' };
  const fields = parseYaml(yaml);
  return 'broken' in fields ? fields : { fields: fields.value, body: text.slice(from + closing.index + closing[0].length).trim() };
}

function parseYaml(yaml: string): { readonly value: Record<string, unknown> } | { readonly broken: string } {
  try {
    // Loaded with the first such file: most projects have none, and it would be a noticeable part of every start.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
    const { parseDocument }: typeof Yaml = require('yaml');
    // Pretty errors quote the text, once for each mistake.
    const document = parseDocument(yaml, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
    const error = document.errors[0];
    if (error) return { broken: `Line ${yaml.slice(0, error.pos[0]).split('\n').length + 1}: ${error.message}` };
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { broken: 'Its front matter has no fields.' };
    return { value: { ...value } };
  } catch (error) {
    if (error instanceof ReferenceError) return { broken: 'Its front matter uses aliases (*name), which aren’t followed.' };
    return { broken: errorMessage(error) };
  }
}

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
const fieldsSchema = z.object({
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
  permissionMode: z
    .union([z.literal('manual').transform(() => 'default' as const), permissionModeSchema], { error: 'is no permission mode.' })
    .optional(),
  maxTurns: z.int({ error: 'must be a whole number.' }).positive({ error: 'must be at least 1.' }).max(10_000).optional(),
  background: z.boolean({ error: 'must be true or false.' }).optional(),
  isolation: z.literal('worktree', { error: 'can only be worktree.' }).optional(),
});

/** Fields of Claude Code's that restrict the agent; without what they require it must not run. */
const GUARDS: readonly { readonly field: string; readonly skipped: string }[] = [
  { field: 'hooks', skipped: 'It has hooks, which aren’t supported for agents; without them it might do what they would block.' },
];

/** Fields without which the agent can do less than its author intended. */
const LEFT_OUT = ['mcpServers', 'memory', 'skills'];

/** An agent type from a Markdown file: the front matter describes it, the text is its system prompt. Never throws. */
export function parseAgentFile(
  text: string,
  origin: { readonly source: 'managed' | 'project' | 'user'; readonly file: string },
): ParsedAgent {
  const parsed = parseFrontMatter(text);
  if ('broken' in parsed) return { skipped: parsed.broken };
  const { fields, body } = parsed;
  const guard = GUARDS.find(({ field }) => isSet(fields[field]));
  if (guard) return { skipped: guard.skipped };
  const checked = fieldsSchema.safeParse(fields);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { skipped: `“${issue?.path[0]?.toString() ?? 'front matter'}” ${issue?.message ?? 'can’t be used.'}` };
  }
  if (body.length > MAX_PROMPT) return { skipped: `Its text has more than ${MAX_PROMPT} characters.` };
  const { description } = checked.data;
  const short = description.slice(0, MAX_DESCRIPTION).toWellFormed();
  const left = LEFT_OUT.filter((field) => isSet(fields[field]));
  return {
    definition: { ...checked.data, ...origin, description: short, prompt: body },
    warnings: [
      ...left.map((field) => `Its “${field}” has no effect in Gatehouse.`),
      ...(short === description ? [] : [`Its description is cut: it has more than ${MAX_DESCRIPTION} characters.`]),
    ],
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
